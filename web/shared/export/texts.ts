import type { ExportFormat } from '#subtitle-engine/export'

export const EXPORT = {
  title: '다른 형식으로 다운로드',
  format: '형식',
  frameRate: '프레임 레이트(fps)',
  frameRateHint: '편집 프로그램의 시퀀스와 같은 값을 골라 주세요. 자막이 나오는 때를 프레임에 맞춰요.',
  free: '그대로',
  drop: '29.97 (드롭 프레임)',
  nonDrop: '29.97 (논드롭 프레임)',
  download: '다운로드',
  preparing: '준비하는 중...',
  missing: (characters: string) =>
    `CP949에 없는 글자(${characters})는 코드로 적었어요. 플레이어에서 보이는지 확인해 주세요.`,
} as const

/** The engine's formats, and DOCX, which a library writes. */
export type ExportChoice = ExportFormat | 'docx'

export const FORMATS: Readonly<Record<ExportChoice, string>> = {
  srt: 'SRT',
  vtt: 'WebVTT',
  bilingual: '영한 자막 (SRT)',
  ass: 'ASS (글꼴과 위치 포함)',
  ttml: 'TTML (IMSC 1.1)',
  fcpxml: 'FCPXML (파이널 컷 프로)',
  markers: '마커 CSV (프리미어, 다빈치 리졸브)',
  sami: 'SMI (UTF-8)',
  samiCp949: 'SMI (CP949, 예전 플레이어)',
  samiBoth: '영한 SMI (UTF-8)',
  samiBothCp949: '영한 SMI (CP949, 예전 플레이어)',
  text: '텍스트만 (TXT)',
  html: '대본 HTML (말한 사람과 시간 포함)',
  docx: '대본 Word (DOCX)',
  json: 'JSON (낱말과 시간 포함)',
}

/** Formats of a subtitle without its English. */
export const LOCAL_FORMATS: readonly ExportChoice[] = [
  'ass',
  'ttml',
  'fcpxml',
  'markers',
  'sami',
  'samiCp949',
  'text',
  'html',
  'docx',
  'json',
  'srt',
  'vtt',
]

/** Formats of an entry. SRT, WebVTT and the bilingual SRT are also files of the server, which the menus offer themselves. */
export const ENTRY_FORMATS: readonly ExportChoice[] = [...LOCAL_FORMATS, 'bilingual', 'samiBoth', 'samiBothCp949']
