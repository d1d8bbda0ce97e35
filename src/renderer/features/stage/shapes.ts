import type { SceneBox, SceneLine } from '../../../domain/diagram/scene.ts';

/** The coloured bar along the left edge of a box at 0,0, following its round corners. */
export function barPath(box: Pick<SceneBox, 'height'>, width: number, radius: number): string {
  const { height } = box;
  const r = Math.min(radius, width, height / 2);
  return `M${width} 0H${r}Q0 0 0 ${r}V${height - r}Q0 ${height} ${r} ${height}H${width}Z`;
}

/** The head of an arrow at the end of a line's path, in the direction of its last stretch. */
export function arrowHeadPath(line: Pick<SceneLine, 'd'>): string {
  const numbers = (line.d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [fromX = 0, fromY = 0, x = 0, y = 0] = numbers.slice(-4);
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
  const [backX, backY] = [x - dx * 8, y - dy * 8];
  return `M${x} ${y}L${backX - dy * 4} ${backY + dx * 4}L${backX + dy * 4} ${backY - dx * 4}Z`;
}
