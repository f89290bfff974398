/** Extensions of files that may contain a subtitle. */
export const SUBTITLE_NAME = /\.(?:srt|vtt|smi|sami|ass|ssa|sbv|ttml|dfxp|xml|lrc|json3?|srv[123]|sub|txt)$/i
export const SUBTITLE_ACCEPT =
  '.srt,.vtt,.smi,.sami,.ass,.ssa,.sbv,.ttml,.dfxp,.xml,.lrc,.json,.json3,.srv1,.srv3,.sub,.txt'
