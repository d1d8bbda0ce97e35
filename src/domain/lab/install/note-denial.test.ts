import { expect, it } from 'vitest';
import { injectionFaults } from './note-ideas.ts';

it.each([
  'Existing pods stay as they are, and only a rollout brings the sidecar: this is a myth.',
  'Existing pods stay as they are until a rollout recreates them. That is wrong.',
  'The belief that existing pods stay as they are until a rollout recreates them is wrong.',
  '기존 파드는 그대로이고 롤아웃으로 재생성해야 사이드카가 들어간다. 이것은 오해다.',
  '기존 파드가 그대로라는 것은 오해다. 롤아웃으로 재생성해야 한다는 것도 오해다.',
  'It is a myth that existing pods stay as they are and that a rollout is needed to bring the sidecar.',
  'Existing pods keep running and receive the sidecar in place, so a rollout would be a waste of time.',
])('a note that calls it wrong is refused: %s', (text) => {
  expect(injectionFaults(text)).not.toEqual([]);
});

it.each([
  'Existing pods get the sidecar at once. This is a myth. They stay as they are until a rollout recreates them.',
  'The idea that existing pods get the sidecar by themselves is wrong. They stay as they are, and a rollout recreates them with it.',
  '기존 파드에 사이드카가 바로 들어간다. 이것은 오해다. 기존 파드는 그대로이고 롤아웃으로 재생성돼야 들어간다.',
  'Existing pods stay as they are. Do they get it at once? That is wrong. Only a rollout recreates them with a sidecar.',
])('a note that calls the contrary wrong is right: %s', (text) => {
  expect(injectionFaults(text)).toEqual([]);
});
