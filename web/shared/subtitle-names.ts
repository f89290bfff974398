const EXTENSIONS =
  'srt vtt webvtt smi sami ass ssa sbv ttml dfxp xml lrc json json3 jsonl srv1 srv2 srv3 sub csv tsv md txt'.split(' ')

/** Whether a file's name says that it may contain a subtitle. */
export const SUBTITLE_NAME = new RegExp(`\\.(?:${EXTENSIONS.join('|')})$`, 'i')

/** The same for a file dialog. */
export const SUBTITLE_ACCEPT = EXTENSIONS.map(extension => `.${extension}`).join(',')
