import {
  type ArchiveEntry,
  type Certificate,
  type EntryType,
  failureText,
  refundText,
} from '../contract/archive-entry.ts'
import { VIDEO_DAYS } from '../contract/limits.ts'
import { clockTime } from '../contract/time.ts'
import { nameOf } from '../contract/title.ts'
import type { NotifyKind } from '../contract/workflow.ts'
import { type EmailContent, emailLayout, type Facts, footerWithHelp, type Message } from '../runtime/email.ts'

const count = (value: number): string => value.toLocaleString('ko-KR')

/** The email of one kind about an entry; `siteUrl` has no trailing slash. */
export function buildEntryMessage(kind: NotifyKind, entry: ArchiveEntry, siteUrl: string): Message {
  const name = nameOf(entry)
  const content = { received, done, failed }[kind](entry, siteUrl)
  return {
    subject: `${content.title}: ${name}`,
    ...emailLayout({ ...content, lines: [name, ...content.lines], footer: footerWithHelp(siteUrl) }),
  }
}

type Content = Omit<EmailContent, 'footer'>

const RECEIVED: Record<EntryType, string> = {
  video: '영상을 받았어요',
  youtube: 'YouTube 링크를 받았어요',
  subtitle: '영어 자막을 받았어요',
}

function received(entry: ArchiveEntry, siteUrl: string): Content {
  return {
    title: RECEIVED[entry.type],
    lines: ['지금 자막을 만들고 있어요. 완성되면 다시 이메일로 알려 드릴게요.', factsOf(entry)],
    button: { text: '진행 상황 보기', url: `${siteUrl}/user` },
  }
}

function done(entry: ArchiveEntry, siteUrl: string): Content {
  return {
    title: '자막이 완성됐어요',
    lines: [
      [...factsOf(entry), ...(entry.certificate ? qualityOf(entry.certificate) : [])],
      ...(entry.certificate ? notesOn(entry.certificate, entry.type) : []),
      entry.type !== 'video'
        ? '자막은 언제든지 다운로드할 수 있어요.'
        : `자막은 언제든지 다운로드할 수 있어요. 올린 영상은 ${VIDEO_DAYS}일 뒤에 지워져요.`,
    ],
    button: { text: '자막 보기', url: `${siteUrl}/user/${entry.key}` },
  }
}

/** Length and tokens. */
const factsOf = ({ duration_seconds, used_token }: ArchiveEntry): Facts => [
  ['길이', clockTime(duration_seconds)],
  ['쓴 토큰', `${count(used_token)}개`],
]

function failed(entry: ArchiveEntry, siteUrl: string): Content {
  const refunded = entry.refunded ?? 0
  return {
    title: '자막을 만들지 못했어요',
    lines: [failureText(entry), ...(refunded > 0 ? [refundText(refunded)] : [])],
    button: { text: entry.type === 'youtube' ? '다른 영상 보내기' : '다시 올리기', url: againUrl(entry.type, siteUrl) },
  }
}

/** The page on which the same kind of submission is made. */
function againUrl(type: EntryType, siteUrl: string): string {
  return type === 'subtitle' ? `${siteUrl}/?way=subtitle` : siteUrl
}

/** The figures of the inspection before delivery. */
function qualityOf({ cues, kept, flags, doubts = 0, meaning, translatedBy }: Certificate): Facts {
  // Rounded down: 100% means that every cue keeps every rule.
  const percent = cues === 0 ? 100 : Math.floor((kept * 1000) / cues) / 10
  return [
    ['읽기 편한 자막', `${percent}% (자막 ${count(cues)}개 가운데 ${count(kept)}개)`],
    ...(doubts > 0 ? [['뜻을 확인할 문장', `${count(doubts)}개`] as const] : []),
    ...(flags.unheard === undefined ? [] : [['빠진 말이 있는지 들어 볼 곳', `${count(flags.unheard)}곳`] as const]),
    ...(meaning
      ? [['뜻을 비교한 문장', `${count(meaning.of)}개 가운데 ${count(meaning.checked)}개 (${meaning.by})`] as const]
      : []),
    ...(translatedBy === undefined ? [] : [['번역', translatedBy] as const]),
  ]
}

/** What the user should know or do about the inspection's figures. */
function notesOn(certificate: Certificate, type: EntryType): string[] {
  const { cues, kept, flags, doubts = 0, source, rehearsal, steppedIn = 0, untranslated = 0, meaning } = certificate
  return [
    ...(kept < cues || doubts > 0 || flags.unheard !== undefined
      ? ['살펴볼 곳은 자막 편집 화면에 이유와 함께 표시해 두었어요.']
      : []),
    ...(meaning ? [] : ['뜻은 아무도 확인하지 않았어요. 중요한 자막이라면 영어와 비교해 보세요.']),
    ...(source === 'captions' && type !== 'subtitle' ? ['영상에 있던 영어 자막을 바탕으로 만들었어요.'] : []),
    ...(steppedIn > 0
      ? [
          `언어 모델이 답하지 않은 문장 ${count(steppedIn)}개는 Amazon Translate로 옮겼어요. 자막 편집 화면에서 한 번 살펴봐 주세요.`,
        ]
      : []),
    ...(untranslated > 0
      ? [`번역하지 못한 문장 ${count(untranslated)}개: 자막 편집 화면에서 직접 옮기거나 다시 번역해 주세요.`]
      : []),
    ...(rehearsal ? ['연습용 엔진이 만든 자막이라 실제 번역이 아니에요.'] : []),
  ]
}
