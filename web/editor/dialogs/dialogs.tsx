import { useMemo, useState } from 'react'
import type { Draft, Operation } from '#subtitle-engine/edit'
import { dateAndMinute } from '../../../lambdas/contract/time.ts'
import { Button, ButtonLink } from '../../shared/layout/button.tsx'
import { Check } from '../../shared/layout/choices.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { Sentences } from '../../shared/layout/states.tsx'
import { COMMON } from '../../shared/texts.ts'
import type { EditConflict } from '../draft/merge-answer.ts'
import { findReplacements, findTerm, splitChange } from '../terms/terms.ts'
import { EDITOR } from '../texts.ts'
import { KEYS } from './texts.ts'

interface CloseProps {
  onClose(): void
}

/** Between the keys of a pair. */
const BETWEEN_KEYS = /(?<=\w), | /

interface ShortcutsProps extends CloseProps {
  groups: readonly (readonly [keyof typeof KEYS.groups, readonly (readonly [string, string])[]])[]
}

export function ShortcutsDialog({ groups, onClose }: ShortcutsProps) {
  return (
    <Dialog title={EDITOR.shortcuts} onClose={onClose} actions={null}>
      <div className="shortcuts">
        {groups.map(
          ([group, keys]) =>
            keys.length > 0 && (
              <section key={group}>
                <h3>{KEYS.groups[group]}</h3>
                <dl>
                  {keys.map(([key, what]) => (
                    <div key={key}>
                      <dt>
                        {key.split(KEYS.or).map((either, i) => (
                          <span key={either}>
                            {i > 0 && <span className="muted">{KEYS.or}</span>}
                            {either.split(BETWEEN_KEYS).map((keys, n) => (
                              <span key={keys}>
                                {n > 0 && <span className="muted"> / </span>}
                                {keys.split('+').map(each => (
                                  <kbd key={each}>{each}</kbd>
                                ))}
                              </span>
                            ))}
                          </span>
                        ))}
                      </dt>
                      <dd>{what}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
    </Dialog>
  )
}

interface ReplaceProps extends CloseProps {
  draft: Draft
  start: { from: string; to: string }
  /** True to match whole words only, because the text is a term. */
  isTerm: boolean
  onEdit(operation: Operation): void
  onReplaced(change: { from: string; to: string }, ids: readonly string[]): void
}

/** Maximum replacements previewed. */
const SHOWN = 50

/** Search and replace in the whole subtitle. Repairs particles and previews every change. */
export function ReplaceDialog({ draft, start, isTerm, onEdit, onReplaced, onClose }: ReplaceProps) {
  const [from, setFrom] = useState(start.from)
  const [to, setTo] = useState(start.to)
  const [josa, setJosa] = useState(true)
  const found = useMemo(
    () => (isTerm && to !== '' ? findTerm(draft, { from, to }) : findReplacements(draft, { from, to, josa })),
    [draft, from, to, josa, isTerm],
  )
  const isRemoval = to === '' && found.length > 0
  const [removes, setRemoves] = useState(isTerm)
  const replace = () => {
    onEdit({ kind: 'texts', texts: found.map(({ id, korean }) => ({ id, korean })) })
    onReplaced(
      { from, to },
      found.map(({ id }) => id),
    )
  }
  return (
    <FormDialog
      title={EDITOR.replace}
      action={isRemoval && removes ? EDITOR.replaceByNothing(found.length) : EDITOR.replaceAll(found.length)}
      cancel={COMMON.close}
      kind={isRemoval && removes ? 'danger' : 'primary'}
      disabled={found.length === 0 || (isRemoval && !removes)}
      className="replace"
      submit={replace}
      onClose={onClose}
    >
      <label>
        {EDITOR.replaceFrom}
        <input value={from} maxLength={100} onChange={event => setFrom(event.target.value)} />
      </label>
      <label>
        {EDITOR.replaceTo}
        <input value={to} maxLength={100} onChange={event => setTo(event.target.value)} />
      </label>
      <Check checked={josa} onChange={setJosa}>
        {EDITOR.replaceJosa}
      </Check>
      {isRemoval && (
        <Check checked={removes} onChange={setRemoves}>
          {EDITOR.replaceRemoves}
        </Check>
      )}
      {from !== '' && found.length === 0 && <p className="muted">{EDITOR.replaceNone}</p>}
      {found.length > 0 && (
        <>
          <p className="small">
            {!isRemoval
              ? EDITOR.willReplace(found.length)
              : removes
                ? EDITOR.willRemove(found.length)
                : EDITOR.found(found.length)}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard. */}
          <ul className="replace-preview" tabIndex={0} aria-label={EDITOR.replace}>
            {found.slice(0, SHOWN).map(({ id, before, korean }) => (
              <li key={id}>
                <Changed before={before} after={korean} isFound={isRemoval && !removes} />
              </li>
            ))}
            {found.length > SHOWN && <li className="muted">{EDITOR.replaceMore(found.length - SHOWN)}</li>}
          </ul>
        </>
      )}
    </FormDialog>
  )
}

/** A sentence before and after a change. `isFound`: no replacement is typed yet, so the matches are only marked. */
export function Changed({ before, after, isFound }: { before: string; after: string; isFound?: boolean }) {
  const { kept, gone, come, rest } = splitChange(before, after)
  const Gone = isFound ? 'mark' : 'del'
  return (
    <>
      {kept.join(' ')} <Gone>{gone.join(' ')}</Gone> {!isFound && come.length > 0 && <ins>{come.join(' ')}</ins>}{' '}
      {rest.join(' ')}
    </>
  )
}

interface ConflictProps {
  conflict: EditConflict
  /** Epoch milliseconds of the change in this window. */
  mineAt: number | undefined
  /** Where to leave the editor without choosing. Unsaved edits stay in this browser, and the editor asks again when it opens. */
  leaveTo: string | undefined
  onChoose(choice: 'mine' | 'theirs'): void
}

/** Shows both texts of a sentence that was changed in two tabs or devices. */
export function ConflictDialog({ conflict, mineAt = 0, leaveTo, onChoose }: ConflictProps) {
  const theirsAt = Date.parse(conflict.at ?? '') || 0
  const sides = [
    ['mine', EDITOR.conflictMine, conflict.mine, mineAt, mineAt > theirsAt],
    ['theirs', EDITOR.conflictTheirs(conflict.by), conflict.theirs, theirsAt, theirsAt > mineAt],
  ] as const
  return (
    <Dialog title={EDITOR.conflictTitle} onClose={() => undefined} busy>
      <p>
        <Sentences text={EDITOR.conflictText} />
      </p>
      <div className="conflict">
        {sides.map(([choice, title, sentence, at, isNewer]) => (
          <section key={choice}>
            <div>
              <h3>{title}</h3>
              {at > 0 && (
                <p className="small muted numbers">
                  {EDITOR.conflictAt(dateAndMinute(new Date(at).toISOString()), isNewer && mineAt > 0 && theirsAt > 0)}
                </p>
              )}
            </div>
            <p>{sentence ? sentence.korean || EDITOR.empty : EDITOR.removedText}</p>
            <Button kind="soft" onClick={() => onChoose(choice)} aria-label={`${title}: ${EDITOR.conflictUse}`}>
              {EDITOR.conflictUse}
            </Button>
          </section>
        ))}
      </div>
      {leaveTo !== undefined && (
        <>
          <p className="muted small conflict-later">
            <Sentences text={EDITOR.conflictLaterHelp} />
          </p>
          <div className="dialog-actions">
            <ButtonLink to={leaveTo}>{EDITOR.conflictLater}</ButtonLink>
          </div>
        </>
      )}
    </Dialog>
  )
}
