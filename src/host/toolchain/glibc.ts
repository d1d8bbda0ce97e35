/** Version of GNU's C library that this Node runs on (`2.36`); null on other systems and C libraries. */
export function glibcVersion(): string | null {
  const report: unknown = process.report?.getReport();
  if (typeof report !== 'object' || report === null || !('header' in report)) return null;
  const { header } = report;
  if (typeof header !== 'object' || header === null || !('glibcVersionRuntime' in header)) return null;
  return typeof header.glibcVersionRuntime === 'string' ? header.glibcVersionRuntime : null;
}
