/**
 * An image's name, as github.com/distribution/reference has it: host and folders, the last name, tag, digest. Which letters
 * a name may hold is not asked; a tag holds no slash, so of one that does no piece is a name.
 */
const IMAGE =
  /^(?:(?:\[[0-9A-Fa-f:]+\]|[^/:@\s]+)(?::\d+)?\/)?(?:[^/:@\s]+\/)*([^/:@\s]+(?::\w[\w.-]{0,127})?)(?:@[A-Za-z][A-Za-z0-9+._-]*:[0-9A-Fa-f]{32,})?$/;

/**
 * `agnhost:2.53` of `registry.k8s.io/e2e-test-images/agnhost:2.53`; a digest is left out. What is no image name stays whole:
 * a piece of it would be a name that nobody wrote.
 */
export function shortImage(image: string): string {
  return IMAGE.exec(image)?.[1] ?? image;
}
