import { useEffect, useRef } from 'react';

/** How long a trail is seen. */
const TRAIL_MS = 450;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

const calm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function draw(canvas: HTMLCanvasElement, points: readonly Point[], now: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  const colour = getComputedStyle(canvas).color;
  context.strokeStyle = colour;
  context.lineCap = 'round';
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return;
    const left = 1 - (now - point.at) / TRAIL_MS;
    context.globalAlpha = Math.max(0, left) * 0.7;
    context.lineWidth = 2 + Math.max(0, left) * 8;
    context.beginPath();
    context.moveTo(before.x, before.y);
    context.lineTo(point.x, point.y);
    context.stroke();
  });
  const last = points.at(-1);
  if (last === undefined) return;
  context.globalAlpha = 1;
  context.fillStyle = colour;
  context.beginPath();
  context.arc(last.x, last.y, 8, 0, 2 * Math.PI);
  context.fill();
}

/** A dot in the pointer's place with a trail that fades; without the trail for who asked for less motion. */
export function Laser() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    let points: readonly Point[] = [];
    let frame = 0;
    const resize = () => {
      element.width = window.innerWidth;
      element.height = window.innerHeight;
    };
    const paint = () => {
      frame = 0;
      const now = performance.now();
      const last = points.at(-1);
      points = points.filter((point) => point === last || now - point.at < TRAIL_MS);
      draw(element, points, now);
      if (points.length > 1) frame = requestAnimationFrame(paint);
    };
    const moved = ({ clientX: x, clientY: y }: PointerEvent) => {
      const point = { x, y, at: performance.now() };
      points = calm() ? [point] : [...points, point];
      if (frame === 0) frame = requestAnimationFrame(paint);
    };
    resize();
    window.addEventListener('resize', resize);
    window.addEventListener('pointermove', moved);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', resize);
      window.removeEventListener('pointermove', moved);
    };
  }, []);
  return <canvas ref={canvas} className="presenter-laser" data-testid="presenter-laser" />;
}
