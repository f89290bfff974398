import {
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Operation, startOf } from '#subtitle-engine/edit'
import type { SubtitleProfile } from '../../lambdas/contract/archive-entry.ts'
import type { GlossaryTerm } from '../../lambdas/contract/glossary.ts'
import { PEAK_MS } from '../../lambdas/contract/limits.ts'
import { parseYoutubeId } from '../../lambdas/contract/youtube.ts'
import { afterView } from '../shared/after-paint.ts'
import { Button } from '../shared/layout/button.tsx'
import { Empty } from '../shared/layout/states.tsx'
import { EDITOR_PLACE } from '../shared/personal-data.ts'
import { useStable } from '../shared/use-stable.ts'
import { useKeys } from './commands/keys.ts'
import { useCommands } from './commands/use-commands.ts'
import { type DialogContext, WorkplaceDialogs } from './dialogs/workplace-dialogs.tsx'
import { Divider } from './divider.tsx'
import { lastBegun } from './draft/cues.ts'
import type { Editor } from './draft/editor.ts'
import { buildQueue, countFlags, firstDoubt, isDoubtful, proposeFix } from './draft/queue.ts'
import { useFilmBusy } from './film/film-jobs.ts'
import { Intro } from './intro.tsx'
import { ListTools } from './list/list-tools.tsx'
import { chooseRows, speakerOf, WHOLE_LIST } from './list/rows.ts'
import { SentenceList } from './list/sentence-list.tsx'
import { usePlayback, usePlaying } from './picture/playback.ts'
import { Player } from './picture/player.tsx'
import { useProfileLook } from './picture/use-profile-look.ts'
import { placeComments } from './proof/comments.ts'
import { SentenceComments } from './proof/sentence-comments.tsx'
import { COMMENTS } from './proof/texts.ts'
import { SentenceEditor } from './sentence/sentence-editor.tsx'
import { TermOffers, useTermOffer } from './terms/term-offer.tsx'
import { WORKPLACE } from './texts.ts'
import { Timeline } from './timeline/timeline.tsx'
import { type StoredPeaks, usePeaks } from './timeline/use-peaks.ts'
import { useLayout } from './use-layout.ts'

interface WorkplaceProps extends DialogContext {
  videoUrl?: string | undefined
  /** Name of the uploaded video. */
  fileName?: string | undefined
  /** Absent if nobody is signed in. */
  storedPeaks?: StoredPeaks | undefined
  /** Absent if the user is signed out. */
  keepTerm?: (term: GlossaryTerm) => Promise<unknown>
  /** Called with the number of sentences to check; `undefined` until all are cut. */
  onLeft?(count: number | undefined): void
  /** What to do here, for somebody who sees the editor for the first time. */
  intro?: string | undefined
}

/** The list shows the English of at most this many sentences: enough for the sample, and little to scroll. */
const SHORT = 15
const NO_CUES: readonly never[] = []
const nothing = () => undefined
/** For a user who may only comment, the keys that edit do nothing. */
const READING_KEYS = {
  ...{ accept: nothing, split: nothing, join: nothing, add: nothing, remove: nothing, undo: nothing, redo: nothing },
  ...{ replace: nothing, nudge: nothing, setToPlayhead: nothing, shift: nothing },
}

/** The editor: video on the left, sentences on the right, timeline below, and all keys. */
export function Workplace(props: WorkplaceProps) {
  const { editor, entry, videoUrl, storedPeaks, keepTerm, ask, comments, dialog, onDialog, onLeft } = props
  const { isReadOnly = false } = editor.deps
  const state = useSyncExternalStore(editor.subscribe, editor.snapshot)
  const { draft, cut, selected } = state
  const { sentences, words } = draft
  const [source, setSource] = useState<Blob | string>()
  const [view, setView] = useState(WHOLE_LIST)
  const [layout, setLayout] = useLayout()
  const [follows, setFollows] = useState(true)
  // A doubtful sentence on which the editor opens is repeated until the user keeps or leaves it.
  const [opened] = useState(() => sentences.find(({ id }) => id === selected))
  const [loops, setLoops] = useState(
    // Checks the open one first, because checking all costs the first render 5 ms.
    () => opened !== undefined && isDoubtful(opened, draft) && firstDoubt(draft) === opened,
  )
  const [look, setLook] = useState<SubtitleProfile>()
  const [compares, setCompares] = useState(false)
  // The sentences are painted first; the picture and the timeline follow in the space kept for them.
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => afterView(() => setIsPainted(true)), [])
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // The picture shows the sentence on which the editor opens.
  const lastMs = cut.cues.at(-1)?.endMs ?? 0
  const playback = usePlayback(draft.durationMs || lastMs, opened && startOf(opened, words))
  const mediaMs = usePlaying(playback, state => state.mediaMs)
  // A subtitle file does not tell the length of its video. It lasts at least as long as the cues.
  const durationMs = draft.durationMs || Math.max(mediaMs, lastMs)
  useLayoutEffect(() => {
    playback.durationMs = durationMs
  }, [playback, durationMs])
  // A film in the making takes up to 1 GB for a long video. Other decoders would add to that.
  const decodable = useFilmBusy() ? undefined : source
  const { peaks, isUndecodable } = usePeaks(storedPeaks, decodable, draft.durationMs || mediaMs)
  const sentence = sentences.find(({ id }) => id === selected)
  const cues = (selected === undefined ? undefined : cut.cuesOf.get(selected)) ?? NO_CUES
  const spoken = usePlaying(playback, ({ nowMs, playing }) =>
    playing ? cut.cues[lastBegun(cut.cues, nowMs)]?.sentenceIds[0] : undefined,
  )
  // Typing has priority; whatever does not show the text itself may follow a moment later.
  const pictured = useProfileLook(playback, draft, cut, look)
  const whole = useDeferredValue(state.whole)
  const looked = useDeferredValue(selected)
  const timed = useDeferredValue(sentence)
  const counted = useDeferredValue(sentences)
  const said = comments?.all ?? NO_CUES
  const commented = useMemo(() => placeComments(said, counted), [said, counted])
  const queue = useMemo(() => (whole ? buildQueue(whole.draft, whole.cut, commented) : []), [whole, commented])
  const proposal = useMemo(() => {
    const issue = queue.find(each => each.sentence.id === looked)
    if (!issue || !whole || issue.sentence.checked || isReadOnly) return undefined
    return proposeFix(issue, whole.draft, whole.cut, editor.deps.profile)
  }, [queue, whole, looked, isReadOnly, editor])
  const offered = proposal?.id === selected && sentence?.korean !== proposal?.korean ? proposal : undefined
  const speakers = useMemo(() => [...new Set(counted.flatMap(each => speakerOf(each, words) ?? []))], [counted, words])
  const flags = useMemo(() => countFlags(whole?.cut.cues ?? []), [whole])
  const checked = useMemo(() => counted.filter(each => each.checked).length, [counted])
  const rows = useMemo(() => chooseRows(draft, cut, view, selected, commented), [draft, cut, view, selected, commented])
  const offer = useTermOffer(editor, selected)
  const left = whole && queue.length
  useEffect(() => onLeft?.(left), [left, onLeft])
  useEffect(() => {
    if (left === 0) setLoops(false)
  }, [left])
  useEffect(() => {
    if (selected !== undefined) localStorage.setItem(EDITOR_PLACE + entry.key, selected)
  }, [selected, entry.key])

  useLayoutEffect(() => {
    box.current?.style.setProperty('--picture', `${layout.picture * 100}%`)
    box.current?.style.setProperty('--timeline', `${layout.timeline}px`)
  }, [layout])

  // No lane is kept for a waveform that cannot be drawn yet.
  const isSilent = !peaks && !source && !videoUrl && !storedPeaks?.url

  const onEdit = useCallback((operation: Operation) => void editor.perform(operation), [editor])
  const commands = useCommands({ editor, playback, field, rows, offered, commented })
  const askAbout = ask && sentence && sentence.from < sentence.to ? ask : undefined
  const asked = (sentence && commented.get(sentence.id)) ?? NO_CUES
  const closable = asked.filter(each => comments?.mayClose(each))
  const accept = () => {
    if (closable.length > 0) comments?.close(closable.map(({ id }) => id))
    commands.accept()
  }
  useKeys({
    ...commands,
    accept,
    comment: () => comments && sentence && onDialog('comment'),
    toggle: () => playback.toggle(),
    loop: () => setLoops(on => !on),
    toggleFollow: () => setFollows(on => !on),
    compare: () => setCompares(on => !on),
    openSpoken: () => {
      const id = cut.cues[lastBegun(cut.cues, playback.state.nowMs)]?.sentenceIds[0]
      if (id !== undefined) commands.open(id, { seeks: false })
    },
    askAgain: () => askAbout && onDialog('ask'),
    replace: () => onDialog([{ from: '', to: '' }]),
    shift: () => onDialog('shift'),
    help: () => onDialog('shortcuts'),
    ...(isReadOnly && READING_KEYS),
  })
  const openUnsought = useStable((id: string) => commands.open(id, { seeks: false }))
  const onReview = useStable(() => {
    commands.nextWorst()
    setLoops(true)
  })
  const isDense = layout.isDense ?? sentences.length > SHORT
  const onDense = useStable((isDense: boolean) => setLayout({ isDense }))
  const share = (event: { clientX: number }) => {
    const { left: start = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    return (event.clientX - start) / width
  }

  return (
    <div ref={box} className="workplace" data-silent={isSilent || undefined}>
      <div className="workplace-list">
        <SentenceList
          {...{ draft, cut, rows, selected, spoken, follows }}
          isDense={isDense}
          commented={commented}
          onOpen={id => commands.open(id)}
        >
          {sentence ? (
            <SentenceEditor
              {...{ sentence, draft, cues, speakers, field, onEdit, compares, isReadOnly }}
              number={sentences.indexOf(sentence) + 1}
              isLast={sentence === sentences.at(-1)}
              machine={compares ? machineText(editor, sentence) : undefined}
              proposal={offered?.korean}
              onAccept={accept}
              acceptHint={closable.length > 0 ? COMMENTS.acceptCloses : undefined}
              comments={comments && asked.length > 0 && <SentenceComments comments={asked} tools={comments} />}
              onComment={comments && (() => onDialog('comment'))}
              onSplit={commands.split}
              onJoin={commands.join}
              onAdd={commands.add}
              onRemove={commands.remove}
              onAsk={askAbout && (() => onDialog('ask'))}
              onCompare={() => setCompares(!compares)}
              onTime={commands.setTime}
              onSetToPlayhead={commands.setToPlayhead}
            />
          ) : (
            <NoSentences onAdd={commands.add} />
          )}
        </SentenceList>
        {sentences.length > 0 && (
          <ListTools
            {...{ view, flags, speakers, checked, left, follows, onReview }}
            onView={setView}
            total={sentences.length}
            isDense={isDense}
            onDense={onDense}
            onFollows={setFollows}
          />
        )}
        {props.intro !== undefined && <Intro>{props.intro}</Intro>}
        <TermOffers
          offer={offer}
          undo={() => editor.undo()}
          terms={props.brief?.terms ?? []}
          onShow={change => onDialog([change])}
          keepTerm={keepTerm}
        />
      </div>
      <Divider
        name={WORKPLACE.movePicture}
        orientation="vertical"
        {...{ value: layout.picture, min: 0.2, max: 0.7, step: 0.02 }}
        valueAt={share}
        onValue={picture => setLayout({ picture })}
      />
      {isPainted && (
        <Player
          entryKey={entry.key}
          {...{ playback, durationMs, videoUrl, loops, look }}
          profile={cut.profile}
          onLook={setLook}
          cues={pictured}
          selectedCues={cues}
          youtubeId={entry.url === undefined ? undefined : parseYoutubeId(entry.url)}
          fileName={props.fileName}
          onLoops={setLoops}
          onSource={setSource}
        />
      )}
      <Divider
        name={WORKPLACE.moveTimeline}
        orientation="horizontal"
        {...{ value: layout.timeline, min: 120, max: 400, step: 16 }}
        valueAt={({ clientY }) => (box.current?.getBoundingClientRect().bottom ?? 0) - clientY}
        onValue={timeline => setLayout({ timeline })}
      />
      {isPainted && (
        <Timeline
          {...{ playback, cues, words, durationMs, peaks, isUndecodable, follows, onEdit }}
          source={decodable}
          sentence={isReadOnly ? undefined : timed}
          allCues={cut.cues}
          profile={cut.profile}
          peakMs={PEAK_MS}
          onOpen={openUnsought}
        />
      )}
      <WorkplaceDialogs {...props} {...{ offer, askAbout, dialog, sentence, source }} />
    </div>
  )
}

/** Shown after the last sentence was deleted. */
function NoSentences({ onAdd }: { onAdd(): void }) {
  const add = (
    <Button kind="primary" title="Insert" onClick={onAdd}>
      {WORKPLACE.addFirst}
    </Button>
  )
  return <Empty title={WORKPLACE.noSentences} text={WORKPLACE.addFirstHelp} action={add} />
}

/** The machine's Korean for the words of a sentence. */
function machineText(editor: Editor, { id, from, to }: { id: string; from: number; to: number }): string | undefined {
  const { sentences } = editor.deps.machine
  const own = sentences.filter(each => each.id === id || (each.from < to && from < each.to))
  return own.length === 0 ? undefined : own.map(({ korean }) => korean).join(' ')
}
