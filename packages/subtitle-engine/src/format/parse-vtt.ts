import { type ReadSrt, readSrt } from './parse-srt.ts'

const SKIPPED_BLOCK = /^(?:WEBVTT|NOTE|STYLE|REGION)(?=[\s]|$)/
const TAG = /<\/?(?:[a-z][^<>]*|[\d:.]+)>|<\/>/gi
const ENTITY = /&(amp|lt|gt|nbsp|lrm|rlm);/g
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

export function isVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?=\s|$)/.test(text)
}

/**
 * Reads WebVTT as tolerantly as `readSrt` reads SRT: drops comments, styles, cue identifiers, settings and tags, and
 * decodes entities.
 */
export function readVtt(source: string): ReadSrt {
  const blocks = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n+/)
  const cues = blocks.filter(block => block.includes('-->') || !SKIPPED_BLOCK.test(block)).map(withoutIdentifier)
  const { cues: read, unread } = readSrt(cues.join('\n\n'))
  return { cues: read.map(cue => ({ ...cue, lines: cue.lines.map(plain).filter(line => line.trim() !== '') })), unread }
}

/** A cue's block without what precedes its timing line: its identifier, or the head of the file. */
function withoutIdentifier(block: string): string {
  const arrow = block.indexOf('-->')
  return arrow < 0 ? block : block.slice(block.lastIndexOf('\n', arrow) + 1)
}

function plain(line: string): string {
  return line.replace(TAG, '').replace(ENTITY, (entity, name: string) => CHARACTERS[name] ?? entity)
}
