import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// `unit` needs nothing but Node; `real` runs the real istioctl and Envoy and fails where they cannot be had.
export default defineConfig({
  test: {
    // One core less than there are, by itself: on two that leaves one idle, and most of these tests wait for other programs.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          environment: 'node',
          // A machine busy with other work must not fail what takes a second or two of its own.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
