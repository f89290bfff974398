import { lazyWithPreload } from './lazy-with-preload.tsx'

/** Loads the dialog when it first opens. */
export const InquiryDialog = lazyWithPreload(() => import('./inquiry-dialog.tsx'))
