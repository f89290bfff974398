import { lazyWithPreload } from './lazy-with-preload.tsx'

/** Loaded when a user asks. */
export const InquiryDialog = lazyWithPreload(() => import('./inquiry-dialog.tsx'))
