import { useMemo, useState } from 'react'
import type { Conflict, Draft, Operation } from '#subtitle-engine/edit'
import { Button } from '../../shared/layout/button.tsx'
import { Check } from '../../shared/layout/choices.tsx'
import { Dialog } from '../../shared/layout/dialog.tsx'
import { FormDialog } from '../../shared/layout/form-dialog.tsx'
import { showToast } from '../../shared/layout/toasts.tsx'
import { COMMON } from '../../shared/texts.ts'
import { findReplacements, findTerm, splitChange } from '../terms/terms.ts'
import { EDITOR } from '../texts.ts'
import { KEYS } from './texts.ts'

interface CloseProps {
  onClose(): void
}

/** Between keys: those that do the same, and those of a pair. */
const BETWEEN_KEYS = / 또는 |(?<=\w), | /

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
                        {key.split(BETWEEN_KEYS).map(keys => (
                          <span key={keys}>
                            {keys.split('+').map(each => (
                              <kbd key={each}>{each}</kbd>
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
  const replace = () => {
    onEdit({ kind: 'texts', texts: found.map(({ id, korean }) => ({ id, korean })) })
    onReplaced(
      { from, to },
      found.map(({ id }) => id),
    )
    showToast({ kind: 'done', text: EDITOR.replaced(found.length) })
  }
  return (
    <FormDialog
      title={EDITOR.replace}
      action={to === '' && found.length > 0 ? EDITOR.replaceByNothing(found.length) : EDITOR.replaceAll(found.length)}
      cancel={COMMON.close}
      kind={to === '' ? 'danger' : 'primary'}
      disabled={found.length === 0}
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
      {from !== '' && found.length === 0 && <p className="muted">{EDITOR.replaceNone}</p>}
      {found.length > 0 && (
        <>
          <p className="small">{to === '' ? EDITOR.willRemove(found.length) : EDITOR.willReplace(found.length)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard. */}
          <ul className="replace-preview" tabIndex={0} aria-label={EDITOR.replace}>
            {found.slice(0, SHOWN).map(({ id, before, korean }) => (
              <li key={id}>
                <Changed before={before} after={korean} />
              </li>
            ))}
            {found.length > SHOWN && <li className="muted">{EDITOR.replaceMore(found.length - SHOWN)}</li>}
          </ul>
        </>
      )}
    </FormDialog>
  )
}

function Changed({ before, after }: { before: string; after: string }) {
  const { kept, gone, come, rest } = splitChange(before, after)
  return (
    <>
      {kept.join(' ')} <del>{gone.join(' ')}</del> {come.length > 0 && <ins>{come.join(' ')}</ins>} {rest.join(' ')}
    </>
  )
}

interface ConflictProps {
  conflict: Conflict
  onChoose(choice: 'mine' | 'theirs'): void
}

/** Shows both texts of a sentence that was changed in two tabs or devices. */
export function ConflictDialog({ conflict, onChoose }: ConflictProps) {
  const sides = [
    ['mine', EDITOR.conflictMine, conflict.mine],
    ['theirs', EDITOR.conflictTheirs, conflict.theirs],
  ] as const
  return (
    <Dialog title={EDITOR.conflictTitle} onClose={() => undefined} busy>
      <p>{EDITOR.conflictText}</p>
      <div className="conflict">
        {sides.map(([choice, title, sentence]) => (
          <section key={choice}>
            <h3>{title}</h3>
            <p>{sentence ? sentence.korean || EDITOR.empty : EDITOR.removedText}</p>
            <Button kind="outline" onClick={() => onChoose(choice)} aria-label={`${title}: ${EDITOR.conflictUse}`}>
              {EDITOR.conflictUse}
            </Button>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
