import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { Cue } from '#subtitle-engine'
import {
  type Draft,
  type DraftSentence,
  englishOfWords,
  eojeolsOf,
  type Operation,
  parseTypedText,
  typedText,
} from '#subtitle-engine/edit'
import { register } from '../../../lambdas/contract/archive-entry.ts'
import { clockTime } from '../../../lambdas/contract/time.ts'
import { count } from '../../shared/format.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { CheckIcon, FlagIcon, MoreIcon } from '../../shared/layout/icons.tsx'
import { Menu, MenuButtonItem } from '../../shared/layout/menu.tsx'
import { REGISTERS } from '../../shared/member-texts.ts'
import type { TimeEdge } from '../commands/use-commands.ts'
import { countFlags, measureReading, openFlags } from '../draft/queue.ts'
import { languageOf } from '../list/language.ts'
import { COMMENTS } from '../proof/texts.ts'
import { ASK_AGAIN, EDITOR, WORKPLACE } from '../texts.ts'
import { reasonOf } from './reasons.ts'
import { isLocked, TimeFields } from './time-fields.tsx'

interface SentenceEditorProps {
  number: number
  /** Whether no sentence follows. */
  isLast: boolean
  sentence: DraftSentence
  /** The machine's text for the same words, shown next to the edited one if `compares`. */
  machine: string | undefined
  compares: boolean
  draft: Draft
  cues: readonly Cue[]
  proposal: string | undefined
  speakers: readonly string[]
  field: RefObject<HTMLTextAreaElement | null>
  onEdit(operation: Operation): void
  onAccept(): void
  onSplit(): void
  onJoin(): void
  onRemove(): void
  /** Absent if nothing can be translated again. */
  onAsk: (() => void) | undefined
  /** Absent if the subtitle is only in this browser, where nobody else can read comments. */
  onComment: (() => void) | undefined
  /** The open comments of the sentence. */
  comments: ReactNode
  /** Tooltip of the button that accepts the sentence, if the button does more than that. */
  acceptHint: string | undefined
  isReadOnly: boolean
  onAdd(): void
  onCompare(): void
  onTime(edge: TimeEdge, ms: number): string | undefined
  onSetToPlayhead(edge: TimeEdge): void
}

/** The selected sentence, opened in place: why to check it, its English, Korean, cues and times. */
export function SentenceEditor(props: SentenceEditorProps) {
  const { number, sentence, draft, cues, proposal, isReadOnly, onEdit } = props
  const flags = openFlags(sentence, countFlags(cues), Boolean(props.comments))
  const spoken = englishOfWords(draft.words.slice(sentence.from, sentence.to))
  const at = clockTime((cues[0]?.startMs ?? 0) / 1000)
  // On a phone, where they would leave no space for the list.
  const [showsTimes, setShowsTimes] = useState(false)
  const [showsBreaks, setShowsBreaks] = useState(false)
  return (
    <div className="sentence-editor" data-open={sentence.id}>
      <div className="sentence-head small">
        <p className="sentence-english" lang={languageOf(spoken)}>
          <span className="row-number">{number}</span>{' '}
          {languageOf(spoken) === 'ko' && <span className="muted">{WORKPLACE.before}</span>} {spoken}
        </p>
        {flags.length > 0 && (
          <ul className="reasons" aria-label={EDITOR.next}>
            {flags.map(flag => (
              <li key={flag}>
                <FlagIcon />
                {reasonOf(flag, sentence, draft)}
                {flag === 'meaning' && sentence.finding && props.onAsk && (
                  <Button size="small" onClick={props.onAsk}>
                    {ASK_AGAIN.onlyThis}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="sentence-text">
        <KoreanField key={sentence.id} {...{ sentence, at, isReadOnly, onEdit }} field={props.field} />
        <CueLines cues={cues} />
      </div>
      {props.comments}
      {props.compares && (
        <p className="compare small">
          <span className="muted">{WORKPLACE.before}</span> <span lang="ko">{props.machine ?? WORKPLACE.noBefore}</span>
        </p>
      )}
      {proposal !== undefined && !sentence.checked && (
        <p className="proposal small">
          <span className="muted">{EDITOR.proposal}</span> <ins>{proposal}</ins>
        </p>
      )}
      {!isReadOnly && <TimeFields {...props} isShown={showsTimes} />}
      <div className="row sentence-actions">
        {isReadOnly ? (
          <>
            {props.onComment && (
              <Button size="small" kind="primary" title="Alt+N" onClick={props.onComment}>
                {COMMENTS.title}
              </Button>
            )}
            <Button {...ACTION} title="Alt+C" aria-pressed={props.compares} onClick={props.onCompare}>
              {WORKPLACE.compare}
            </Button>
          </>
        ) : (
          <>
            <AcceptButton {...props} />
            <Button
              {...ACTION}
              className="phone-only"
              aria-expanded={showsTimes}
              onClick={() => setShowsTimes(!showsTimes)}
            >
              {WORKPLACE.times}
            </Button>
            <CutActions {...props} />
            {props.onComment && (
              <Button {...ACTION} className="roomy-only" title="Alt+N" onClick={props.onComment}>
                {COMMENTS.title}
              </Button>
            )}
            <MoreActions {...props} onBreaks={() => setShowsBreaks(!showsBreaks)} />
          </>
        )}
      </div>
      {showsBreaks && !isReadOnly && (
        <div className="sentence-breaks">
          <Breaks sentence={sentence} onEdit={onEdit} />
          <p className="row">
            <Register {...props} />
            {props.speakers.length > 0 && <Speaker {...props} />}
          </p>
        </div>
      )}
    </div>
  )
}

/** Filled only where there is something to check, because the head has the main action of a finished file. */
function AcceptButton({ proposal, sentence, cues, comments, acceptHint, onAccept }: SentenceEditorProps) {
  const isDoubtful = openFlags(sentence, countFlags(cues), Boolean(comments)).length > 0
  return (
    <Button kind={isDoubtful ? 'primary' : 'plain'} size="small" title={acceptHint ?? 'Ctrl+Enter'} onClick={onAccept}>
      <CheckIcon />
      {proposal === undefined || sentence.checked ? EDITOR.accept : EDITOR.acceptProposal}
    </Button>
  )
}

const ACTION = { size: 'small', kind: 'plain' } as const

function CutActions({ isLast, onSplit, onJoin, onAdd }: SentenceEditorProps) {
  return (
    <>
      <Button {...ACTION} title="Alt+S" onClick={onSplit}>
        {EDITOR.split}
      </Button>
      <Button {...ACTION} title="Alt+M" disabled={isLast} onClick={onJoin}>
        {EDITOR.join}
      </Button>
      <Button {...ACTION} className="roomy-only" title="Insert" onClick={onAdd}>
        {EDITOR.add}
      </Button>
    </>
  )
}

/** What is needed for few sentences; the keys do the same. */
function MoreActions(props: SentenceEditorProps & { onBreaks(): void }) {
  const { sentence, cues, onEdit } = props
  const { id, from, to } = sentence
  const lock = () => onEdit({ kind: 'time', id, startMs: cues[0]?.startMs, endMs: cues.at(-1)?.endMs })
  return (
    <Menu label={WORKPLACE.sentenceMenu} trigger={<MoreIcon />} className="icon-button sentence-more">
      <MenuButtonItem className="phone-only" onClick={props.onAdd}>
        {EDITOR.add}
      </MenuButtonItem>
      {props.onComment && (
        <MenuButtonItem className="phone-only" onClick={props.onComment}>
          {COMMENTS.title}
        </MenuButtonItem>
      )}
      {props.onAsk && <MenuButtonItem onClick={props.onAsk}>{ASK_AGAIN.title}</MenuButtonItem>}
      <MenuButtonItem onClick={props.onCompare}>{WORKPLACE.compare}</MenuButtonItem>
      <MenuButtonItem onClick={props.onBreaks}>{EDITOR.breaks}</MenuButtonItem>
      {from < to && cues.length > 0 && !isLocked(sentence) && (
        <MenuButtonItem onClick={lock}>{WORKPLACE.lock}</MenuButtonItem>
      )}
      <MenuButtonItem onClick={() => onEdit({ kind: 'restore', ids: [id] })}>{EDITOR.restore}</MenuButtonItem>
      <MenuButtonItem kind="danger" onClick={props.onRemove}>
        {EDITOR.remove}
      </MenuButtonItem>
    </Menu>
  )
}

interface KoreanFieldProps extends Pick<SentenceEditorProps, 'sentence' | 'field' | 'isReadOnly' | 'onEdit'> {
  at: string
}

/**
 * Keeps the text as typed. The draft contains the cleaned text, with newlines as breaks; an undo there updates this
 * field.
 */
function KoreanField({ sentence, field, at, isReadOnly, onEdit }: KoreanFieldProps) {
  const stored = typedText(sentence)
  const [typed, setTyped] = useState(stored)
  const shown = isSameText(typed, sentence) ? typed : stored
  useEffect(() => {
    if (shown !== typed) setTyped(shown)
  }, [shown, typed])
  return (
    <textarea
      ref={field}
      className="korean-field"
      lang="ko"
      rows={isReadOnly ? 1 : 2}
      maxLength={1000}
      readOnly={isReadOnly}
      aria-label={EDITOR.korean(at)}
      value={shown}
      onChange={event => {
        setTyped(event.target.value)
        onEdit({ kind: 'text', id: sentence.id, korean: event.target.value, newlines: true })
      }}
    />
  )
}

function isSameText(typed: string, sentence: DraftSentence): boolean {
  const { korean, breaks } = parseTypedText(typed)
  return korean === sentence.korean && typedText({ korean, breaks }) === typedText(sentence)
}

/** The resulting cues, each with its characters and speed, updated while typing. */
function CueLines({ cues }: { cues: readonly Cue[] }) {
  return (
    <ol className="cue-lines">
      {cues.map(cue => {
        const { characters, speed } = measureReading(cue)
        return (
          <li key={cue.startMs}>
            <span className="cue-text">
              {cue.lines.map(line => (
                <span key={line}>{line}</span>
              ))}
            </span>
            <span className="small muted numbers" data-fast={cue.flags.includes('speed') || undefined}>
              {EDITOR.reading(count(Math.round(characters)), count(speed))}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const KINDS = ['auto', 'line', 'cue', 'none'] as const

/** Each space of the text with the user's choice: automatic, new line, new cue, or no break. */
function Breaks({ sentence, onEdit }: Pick<SentenceEditorProps, 'sentence' | 'onEdit'>) {
  const eojeols = eojeolsOf(sentence.korean)
  const byPlace = new Map(sentence.breaks.map(each => [each.at, each.kind]))
  return (
    <p className="breaks">
      {eojeols.map((eojeol, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spaces are identified by position.
        <span key={at}>
          {at > 0 && (
            <Choice
              aria-label={EDITOR.breakAt(eojeols[at - 1] ?? '', eojeol)}
              options={KINDS.map(kind => [kind, EDITOR.breakKinds[kind]])}
              value={byPlace.get(at) ?? 'auto'}
              onChange={as => onEdit({ kind: 'break', id: sentence.id, at, as: as === 'auto' ? undefined : as })}
            />
          )}
          {eojeol}
        </span>
      ))}
    </p>
  )
}

function Speaker({ sentence, draft, speakers, onEdit }: SentenceEditorProps) {
  const labelled = draft.words[sentence.from]?.speaker
  const names = new Set([...speakers, ...(labelled ? [] : [''])])
  return (
    <label className="speaker small">
      {EDITOR.speaker}
      <Choice
        options={[...names].map(each => [each, each || EDITOR.speakerNone])}
        value={sentence.speaker ?? labelled ?? ''}
        onChange={speaker => onEdit({ kind: 'speaker', id: sentence.id, speaker: speaker || undefined })}
      />
    </label>
  )
}

/** The speech level of this sentence if it deliberately differs from the subtitle's, as in a quotation. */
function Register({ sentence, onEdit }: Pick<SentenceEditorProps, 'sentence' | 'onEdit'>) {
  return (
    <label className="speaker small">
      {EDITOR.register}
      <Choice
        options={[['', EDITOR.registerSame], ...register.options.map(each => [each, REGISTERS[each].name] as const)]}
        value={sentence.register ?? ''}
        onChange={chosen => onEdit({ kind: 'register', id: sentence.id, register: chosen || undefined })}
      />
    </label>
  )
}
