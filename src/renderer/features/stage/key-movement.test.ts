import { expect, test } from 'vitest';
import type { SceneBox } from '../../../domain/diagram/scene.ts';
import { moveFocus, readingOrder } from './key-movement.ts';

function box(
  id: string,
  parent: string | null,
  x: number,
  y: number,
  role: SceneBox['role'] = 'row',
): SceneBox {
  return {
    id,
    partId: role === 'column' || role === 'heading' || role === 'more' ? null : id,
    role,
    x,
    y,
    width: role === 'column' ? 300 : 260,
    height: 30,
    tone: 'neutral',
    state: 'normal',
    texts: [],
    title: id,
    parent,
  };
}
// Given out of order on purpose: the order of drawing is not the order of reading.
const boxes = [
  box('b', null, 400, 0, 'column'),
  box('b2', 'b', 420, 110),
  box('b1', 'b', 420, 40),
  box('a', null, 0, 0, 'column'),
  box('a1', 'a', 20, 40, 'card'),
  box('a1x', 'a1', 30, 60),
  box('a2', 'a', 20, 120),
  box('a-more', 'a', 20, 160, 'more'),
  box('a-heading', 'a', 20, 20, 'heading'),
];

test('reading goes column by column, a card before its rows, without headings', () => {
  expect(readingOrder(boxes).map((one) => one.id)).toEqual(['a1', 'a1x', 'a2', 'a-more', 'b1', 'b2']);
});

test('down and up follow the reading and stop at its ends', () => {
  expect(moveFocus(boxes, 'a1', 'ArrowDown')).toBe('a1x');
  expect(moveFocus(boxes, 'a-more', 'ArrowDown')).toBe('b1');
  expect(moveFocus(boxes, 'a1', 'ArrowUp')).toBe('a1');
  expect(moveFocus(boxes, 'b2', 'ArrowDown')).toBe('b2');
});

test('right and left go to the nearest box of the next column', () => {
  expect(moveFocus(boxes, 'a2', 'ArrowRight')).toBe('b2');
  expect(moveFocus(boxes, 'a1', 'ArrowRight')).toBe('b1');
  expect(moveFocus(boxes, 'b2', 'ArrowLeft')).toBe('a2');
  expect(moveFocus(boxes, 'b2', 'ArrowRight')).toBe('b2');
});

test('without a place, or when the place is gone, movement starts at the first box', () => {
  expect(moveFocus(boxes, null, 'ArrowDown')).toBe('a1');
  expect(moveFocus(boxes, 'gone', 'ArrowLeft')).toBe('a1');
  expect(moveFocus([], null, 'ArrowDown')).toBeNull();
});

test('Home and End reach the ends', () => {
  expect(moveFocus(boxes, 'b1', 'Home')).toBe('a1');
  expect(moveFocus(boxes, 'a1', 'End')).toBe('b2');
});

test('a box whose parent is not drawn is still reached, and a ring of parents ends', () => {
  const odd = [box('orphan', 'nowhere', 0, 0), box('x', 'y', 0, 10), box('y', 'x', 0, 20)];
  expect(readingOrder(odd).map((one) => one.id)).toEqual(['orphan']);
  expect(moveFocus(odd, 'orphan', 'ArrowRight')).toBe('orphan');
});
