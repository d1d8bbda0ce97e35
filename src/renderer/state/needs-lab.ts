/** Said where something cannot be done because a recording is on the stage. */
export const NEEDS_LAB =
  'A recording runs nothing. Choose “Lab bench” at the top to do this with the real programs.';
