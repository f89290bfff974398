import { Fragment, useState } from 'react'
import type { Cue, Profile } from '#subtitle-engine'
import { exportSubtitle } from '#subtitle-engine/export'
import { copyText } from '../../shared/copy-text.ts'
import { Button } from '../../shared/layout/button.tsx'
import { Sentences } from '../../shared/layout/states.tsx'
import { announce } from '../../shared/layout/toasts.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { COMMON } from '../../shared/texts.ts'
import { FILM } from './texts.ts'

interface InsteadProps {
  reason: string
  name: string
  file: File
  cues: readonly Cue[]
  profile: Profile
  onClose(): void
}

/** Why the browser cannot make the film, and how users can make it themselves: the ASS file and a command. */
export function Instead({ reason, name, file, cues, profile, onClose }: InsteadProps) {
  const [copied, setCopied] = useState(false)
  const ass = 'subtitle.ass'
  const parts = ['ffmpeg', `-i ${quoted(file.name)}`, `-vf ass=${ass}`, '-c:a copy', quoted(`${name}.subtitled.mp4`)]
  const command = parts.join(' ')
  const save = () => {
    const text = exportSubtitle('ass', { name, cues, sentences: [], profile })
    saveFile(new Blob([text], { type: 'text/plain' }), ass)
  }
  return (
    <>
      <p className="note" data-kind="warning">
        <Sentences text={reason} />
      </p>
      <p>
        <Sentences text={FILM.instead} />
      </p>
      <details className="film-command keys-hint">
        <summary>{FILM.command}</summary>
        <p className="small">{FILM.commandHelp}</p>
        <div className="secret">
          <code>
            {parts.map((part, i) => (
              <Fragment key={part}>
                {i > 0 && ' '}
                <span>{part}</span>
              </Fragment>
            ))}
          </code>
          <Button
            kind="soft"
            size="small"
            onClick={() =>
              void copyText(command).then(isCopied => {
                setCopied(isCopied)
                if (isCopied) announce(FILM.copied)
              })
            }
          >
            {copied ? COMMON.copied : COMMON.copy}
          </Button>
        </div>
      </details>
      <div className="dialog-actions">
        <Button onClick={onClose}>{COMMON.close}</Button>
        <Button
          kind="primary"
          onClick={() => {
            save()
            onClose()
          }}
        >
          {FILM.ass}
        </Button>
      </div>
    </>
  )
}

/** Quotes a file name for a shell. A name with `"` or `\` cannot exist on Windows, so it is quoted for a POSIX shell. */
function quoted(name: string): string {
  return /["\\]/.test(name) ? `'${name.replaceAll("'", String.raw`'\''`)}'` : `"${name.replace(/[$`]/g, '_')}"`
}
