import { loadPart } from '../../shared/load-part.ts'

// The MP4 reader loads with the first file.
export const loadProbe = loadPart(() => import('./probe.ts'))
export const loadCopySound = loadPart(() => import('./copy-sound.ts'))
export const loadKeepVideo = loadPart(() => import('../../shared/own-video/keep-video.ts'))
export const loadExcerpt = loadPart(() => import('./play-excerpt.ts'))
