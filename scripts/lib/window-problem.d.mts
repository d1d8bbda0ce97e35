export function windowProblem(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  isRoot: boolean,
): string | null;
export function browserProblem(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string | null;
