/** Paths that the SVG writer and the stage in the window draw alike. */

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** What a bar needs to know of its box. */
export interface BarPlace {
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** The coloured bar along a box's left edge, following its round corners. */
export function barPath({ x, y, height }: BarPlace, width: number, radius: number): string {
  const r = Math.min(radius, width, height / 2);
  return `M${number(x + width)} ${number(y)}H${number(x + r)}Q${number(x)} ${number(y)} ${number(x)} ${number(y + r)}V${number(y + height - r)}Q${number(x)} ${number(y + height)} ${number(x + r)} ${number(y + height)}H${number(x + width)}Z`;
}

/** The head of an arrow at the end of a line's path, in the direction of its last stretch. */
export function arrowHeadPath(d: string): string {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [fromX = 0, fromY = 0, x = 0, y = 0] = numbers.slice(-4);
  // After “H… M… L…” the last four numbers are the two ends of the last stretch all the same.
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [backX, backY] = [x - dx * 8, y - dy * 8];
  return `M${number(x)} ${number(y)}L${number(backX - dy * 4)} ${number(backY + dx * 4)}L${number(backX + dy * 4)} ${number(backY - dx * 4)}Z`;
}
