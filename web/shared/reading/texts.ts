import type { Dialect, Note, NoteKind, SubtitleError } from '#subtitle-engine'
import { API_ERRORS } from '../../../lambdas/contract/errors.ts'
import { count } from '../format.ts'

const DIALECTS: Record<Dialect, string> = {
  srt: 'SRT 자막',
  vtt: 'WebVTT 자막',
  sbv: 'SBV 자막',
  ass: 'ASS 자막',
  sami: 'SMI 자막',
  ttml: 'TTML 자막',
  lrc: 'LRC 가사',
  json3: 'YouTube 자막(json3)',
  srv3: 'YouTube 자막(XML)',
  amazon: 'Amazon Transcribe 결과',
  whisper: 'Whisper 결과',
  meeting: '회의 기록',
  table: '표(CSV·TSV)',
}
/** What a file is if it is not a subtitle that can be read. */
const KINDS = new Map<string, string>([
  ['zip', '압축 파일이나 Word 문서예요'],
  ['pdf', 'PDF 문서예요'],
  ['rtf', 'RTF 문서예요'],
  ['video', '영상이나 소리 파일이에요'],
  ['image', '그림 파일이에요'],
  ['html', '웹페이지(HTML)예요'],
  ['scc', 'SCC 자막이에요'],
  ['stl', 'EBU STL 자막이에요'],
  ['vobsub', '그림으로 된 VobSub 자막이에요'],
  ['pgs', '그림으로 된 PGS 자막이에요'],
  ['microdvd', 'MicroDVD 자막이에요'],
  ['json', '자막이 들어 있지 않은 JSON 파일이에요'],
])

/** Korean reason why a file cannot be read as a subtitle. Undefined for an error that is not about the file. */
export function refusalText(error: SubtitleError): string | undefined {
  if (error.code === 'TRANSCRIPT_UNREADABLE') return undefined
  const kind = KINDS.get(error.found ?? '')
  if (kind !== undefined) return `${kind}. SRT, VTT, SMI, ASS 같은 자막 파일을 골라 주세요.`
  const dialect = new Map<string, string>(Object.entries(DIALECTS)).get(error.found ?? '')
  if (error.code === 'SUBTITLE_NO_TIMES' && dialect !== undefined && error.found !== 'srt')
    return `${dialect}인데 시간이 적혀 있지 않아요. 시간이 있는 파일을 골라 주세요.`
  const reason = API_ERRORS[error.code][1]
  return error.line === undefined ? reason : READING.line(error.line, reason)
}

const NOTES: Record<NoteKind, (number: string) => string> = {
  untimed: number => `시간을 읽지 못한 자막이 ${number}개 있어요. 앞 자막이 끝나는 시간에 넣었으니 확인해 주세요.`,
  repeated: number => `앞 자막과 겹치는 글 ${number}곳은 한 번만 읽었어요.`,
  comment: number => `자막이 아닌 주석 ${number}개를 뺐어요.`,
  drawing: number => `그림 명령 ${number}개를 뺐어요.`,
  reading: number => `글자 위에 적힌 독음 ${number}개를 뺐어요.`,
  language: number => `다른 언어로 적힌 자막 ${number}개를 뺐어요.`,
  name: number => `화자 이름 ${number}개는 대사에서 뺐어요.`,
  sound: number => `소리 설명 ${number}개는 대사에서 뺐어요.`,
  broken: number => `읽을 수 없는 글자가 ${number}개 있어요. 파일이 온전한지 확인해 주세요.`,
  frames: rate => `시간을 1초에 ${rate}프레임으로 계산했어요. 영상과 맞는지 확인해 주세요.`,
}

/** One sentence for each kind of note, with the notes. */
export function notesByKind(notes: readonly Note[]): { text: string; notes: readonly Note[] }[] {
  const byKind = new Map<NoteKind, Note[]>()
  for (const note of notes) byKind.set(note.kind, [...(byKind.get(note.kind) ?? []), note])
  return [...byKind].map(([kind, own]) => {
    const isNumber = kind === 'broken' || kind === 'frames'
    return { text: NOTES[kind](isNumber ? (own[0]?.text ?? '') : count(own.length)), notes: isNumber ? [] : own }
  })
}

export const READING = {
  line: (number: number, text: string) => `${count(number)}번째 줄: ${text}`,
  more: (number: string) => `이 밖에 ${number}개가 더 있어요.`,
} as const
