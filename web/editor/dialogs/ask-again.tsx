import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Draft, type DraftSentence, englishOfWords, type Operation } from '#subtitle-engine/edit'
import { MOST_ASKED_AT_ONCE, MOST_WISH } from '../../../lambdas/contract/limits.ts'
import type { AskAnswer, AskRequest } from '../../../lambdas/contract/project.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Choice } from '../../shared/layout/choices.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { Sentences } from '../../shared/layout/states.tsx'
import { codeOf } from '../../shared/request-failed.ts'
import { COMMON } from '../../shared/texts.ts'
import { useForm } from '../../shared/use-form.tsx'
import { ASK_AGAIN, findingText } from '../texts.ts'

/** Requests other translations, once all earlier edits are saved. */
export type Ask = (request: AskRequest) => Promise<AskAnswer>

interface AskDialogProps {
  draft: Draft
  sentence: DraftSentence
  /** Sentences of this video that may still be translated again. */
  left: number
  ask: Ask
  onLeft(left: number): void
  onEdit(operation: Operation): void
  onClose(): void
}

/** Offers other translations of one or more sentences, following the owner's wish. A number key chooses one. */
export function AskDialog({ draft, sentence, left, ask, onLeft, onEdit, onClose }: AskDialogProps) {
  const [wish, setWish] = useState('')
  const [count, setCount] = useState(1)
  const [answer, setAnswer] = useState<AskAnswer>()
  const following = stretchFrom(draft, sentence)
  const stretch = following.slice(0, count)
  const versions = answer?.versions
  const form = useForm(async () => {
    if (count > left) return
    setAnswer(undefined)
    try {
      const given = await ask({ id: sentence.id, sentences: count, wish })
      onLeft(given.left)
      setAnswer(given)
    } catch (error) {
      if (codeOf(error) === 'ASK_SPENT') onLeft(0)
      throw error
    }
  })
  const choose = (version: AskAnswer['versions'][number] | undefined) => {
    if (!version) return
    onEdit({ kind: 'texts', texts: version })
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement
    if (isField || event.nativeEvent.isComposing || !/^[1-9]$/.test(event.key)) return
    event.preventDefault()
    choose(versions?.[Number(event.key) - 1])
  }
  return (
    <Dialog title={ASK_AGAIN.title} onClose={onClose} busy={form.busy}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the numbers are a shorter way to the buttons inside. */}
      <div className="ask-again" onKeyDown={onKeyDown}>
        {sentence.finding && <p className="small">{ASK_AGAIN.doubt(findingText(sentence.finding))}</p>}
        <form className="replace" {...form.props}>
          <label>
            {ASK_AGAIN.wish}
            <input
              value={wish}
              maxLength={MOST_WISH}
              placeholder={ASK_AGAIN.wishExample}
              onChange={event => setWish(event.target.value)}
            />
          </label>
          <div className="row ask-wishes">
            {ASK_AGAIN.wishes.map(each => (
              <Button
                key={each}
                size="small"
                kind="outline"
                aria-pressed={wish === each}
                onClick={() => setWish(wish === each ? '' : each)}
              >
                {each}
              </Button>
            ))}
          </div>
          <div className="ask-count">
            {following.length > 1 && (
              <label>
                {ASK_AGAIN.count}
                <Choice
                  options={following.map((_, i) => [String(i + 1), ASK_AGAIN.sentences(i + 1)])}
                  value={String(count)}
                  onChange={chosen => setCount(Number(chosen))}
                />
              </label>
            )}
            <Button type="submit" kind={versions?.length ? 'outline' : 'primary'} disabled={form.busy || left < count}>
              {form.busy ? ASK_AGAIN.asking : ASK_AGAIN.ask}
            </Button>
          </div>
          <p className="small muted">
            <Sentences text={left < count ? ASK_AGAIN.spent(left) : ASK_AGAIN.left(left, count)} />
          </p>
          {form.alert}
          <div className="ask-versions">
            <section>
              <h3 className="small muted">{ASK_AGAIN.present}</h3>
              {stretch.map(each => (
                <p key={each.id}>
                  <span className="sentence-english small muted" lang="en">
                    {englishOf(each, draft)}
                  </span>
                  {each.korean}
                </p>
              ))}
            </section>
            {versions?.map((version, i) => (
              <Version
                key={version.map(({ korean }) => korean).join('\n')}
                number={i + 1}
                texts={version.map(({ korean }) => korean)}
                onChoose={() => choose(version)}
              />
            ))}
          </div>
          <p className="small" role="status">
            {versions?.length === 0 && ASK_AGAIN.none}
            {versions && versions.length > 0 && <span className="keys-hint muted">{ASK_AGAIN.choose}</span>}
          </p>
          <div className="dialog-actions">
            <Button onClick={onClose} disabled={form.busy}>
              {COMMON.close}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}

/**
 * One version, with a button that its number key also presses. The first one has the focus, so that one key is enough.
 */
function Version({ number, texts, onChoose }: { number: number; texts: readonly string[]; onChoose(): void }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (number !== 1) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'center' })
  }, [number])
  return (
    <section>
      <h3 className="small muted">{ASK_AGAIN.version(number)}</h3>
      <div>
        {texts.map((text, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are identified by position.
          <p key={i}>{text}</p>
        ))}
      </div>
      <Button ref={button} kind="soft" size="small" onClick={onChoose}>
        {ASK_AGAIN.use(number)}
      </Button>
    </section>
  )
}

/** The sentence and those that follow it, up to the limit of one request; all have spoken words. */
function stretchFrom({ sentences }: Draft, { id }: DraftSentence): DraftSentence[] {
  const at = sentences.findIndex(sentence => sentence.id === id)
  const next = sentences.slice(at, at + MOST_ASKED_AT_ONCE)
  const silent = next.findIndex(({ from, to }) => from === to)
  return silent < 0 ? next : next.slice(0, silent)
}

function englishOf({ from, to }: DraftSentence, { words }: Draft): string {
  return englishOfWords(words.slice(from, to))
}
