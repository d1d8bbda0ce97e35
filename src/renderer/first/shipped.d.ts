/** What the build read out of the shipped recording (`vite.first-picture.ts`). */
declare module 'virtual:shipped-picture' {
  import type { ShippedPicture } from './prerender.tsx';

  export const shipped: ShippedPicture;
}
