import type { ExportFormat } from '#subtitle-engine/export'

export const EXPORT = {
  title: '다른 형식으로 다운로드',
  frameRate: '프레임 레이트(fps)',
  frameRateHint: '편집 프로그램의 시퀀스와 같은 값을 골라 주세요.',
  free: '영상 시간 그대로',
  drop: '29.97 (드롭 프레임)',
  nonDrop: '29.97 (논드롭 프레임)',
  download: '다운로드',
  downloadSeveral: (formats: number) => `파일 형식 ${formats}개 다운로드 (ZIP)`,
  preparing: '준비하는 중...',
  missing: (characters: string) =>
    `CP949에 없는 글자(${characters})는 코드로 적었어요. 플레이어에서 보이는지 확인해 주세요.`,
} as const

/** The engine's formats, and DOCX, which a library writes. */
export type ExportChoice = ExportFormat | 'docx'

export const FORMATS: Readonly<Record<ExportChoice, string>> = {
  srt: 'SRT (YouTube, 대부분의 플레이어)',
  vtt: 'WebVTT (웹사이트)',
  bilingual: '영한 SRT (영어와 한국어 함께)',
  ass: 'ASS (글꼴과 위치 포함)',
  ttml: 'TTML (방송사, OTT)',
  fcpxml: 'FCPXML (파이널 컷 프로)',
  markers: '마커 CSV (프리미어, 다빈치 리졸브)',
  sami: 'SMI (UTF-8, 요즘 플레이어)',
  samiCp949: 'SMI (CP949, 예전 플레이어)',
  samiBoth: '영한 SMI (UTF-8, 요즘 플레이어)',
  samiBothCp949: '영한 SMI (CP949, 예전 플레이어)',
  text: '텍스트만 (TXT)',
  html: '대본 HTML (말한 사람과 시간 포함)',
  docx: '대본 Word (DOCX)',
  json: 'JSON (낱말과 시간 포함)',
}

/** The formats by what people do with them. */
export const EXPORT_GROUPS: readonly (readonly [string, readonly ExportChoice[]])[] = [
  ['자막', ['srt', 'bilingual', 'sami', 'samiBoth', 'samiCp949', 'samiBothCp949', 'vtt']],
  ['편집 프로그램', ['ass', 'ttml', 'fcpxml', 'markers']],
  ['대본', ['text', 'html', 'docx', 'json']],
]

const BILINGUAL: readonly ExportChoice[] = ['bilingual', 'samiBoth', 'samiBothCp949']

/** Formats of an entry. SRT, WebVTT and the bilingual SRT are also files of the server, which the menus offer themselves. */
export const ENTRY_FORMATS: readonly ExportChoice[] = EXPORT_GROUPS.flatMap(([, formats]) => formats)

/** Formats of a subtitle without its English. */
export const LOCAL_FORMATS: readonly ExportChoice[] = ENTRY_FORMATS.filter(each => !BILINGUAL.includes(each))
