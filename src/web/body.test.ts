import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RequestName, requests } from '../contract/requests.ts';
import { bodyLimit } from './body.ts';

/** The longest single text that a request's schema allows, in characters; the schema is JSON Schema as zod writes it. */
function longestText(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const own = Reflect.get(schema, 'type') === 'string' ? Reflect.get(schema, 'maxLength') : 0;
  return Math.max(typeof own === 'number' ? own : 0, ...Object.values(schema).map(longestText));
}

test('every text that a request may hold fits into the body of it', () => {
  const names = Object.keys(requests) as RequestName[];
  const longest = names.map((name) => [name, longestText(z.toJSONSchema(requests[name].input))] as const);
  expect(Math.max(...longest.map(([, length]) => length))).toBeGreaterThan(20_000_000);
  expect(longest.filter(([name, length]) => length >= bodyLimit(name))).toEqual([]);
});
