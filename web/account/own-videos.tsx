import { useEffect, useState } from 'react'
import { bytes } from '../shared/format.ts'
import { Button } from '../shared/layout/button.tsx'
import { announce } from '../shared/layout/toasts.tsx'
import { listFilms, removeFilm } from '../shared/own-video/films.ts'
import { forgetOwnVideo, listOwnVideos } from '../shared/own-video/store.ts'
import { Setting } from './setting.tsx'
import { ACCOUNT } from './texts.ts'

interface Kept {
  id: string
  name: string
  /** Bytes used in this browser's storage; 0 if only the file's handle is stored. */
  bytes: number
  remove(): Promise<void>
}

/** The videos stored in this browser (remembered ones and captioned films), each with a button to delete it. */
export function OwnVideos() {
  const [kept, setKept] = useState<readonly Kept[]>()
  const read = () => listKept().then(setKept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once.
  useEffect(() => void read(), [])
  const forget = async (forgotten: readonly Kept[]) => {
    for (const each of forgotten) await each.remove()
    await read()
    announce(ACCOUNT.videosForgotten)
  }
  if (!kept) return null
  return (
    <Setting
      title={ACCOUNT.videosTitle}
      text={kept.length === 0 ? ACCOUNT.videosNone : ACCOUNT.videosText}
      action={
        kept.length > 1 && (
          <Button kind="outline" onClick={() => void forget(kept)}>
            {ACCOUNT.forgetVideos}
          </Button>
        )
      }
    >
      {kept.length > 0 && (
        <ul className="rows">
          {kept.map(each => (
            <li key={each.id}>
              <span>{each.name}</span>
              <span className="muted small numbers">{each.bytes > 0 ? bytes(each.bytes) : ACCOUNT.videoInPlace}</span>
              <Button kind="outline" size="small" className="removes" onClick={() => void forget([each])}>
                <span aria-hidden="true">{ACCOUNT.forgetVideo}</span>
                <span className="visually-hidden">{ACCOUNT.forgetVideoOf(each.name)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Setting>
  )
}

/** Treats storage that the browser lacks or blocks as empty. */
async function listKept(): Promise<Kept[]> {
  const none = (error: unknown) => {
    console.warn(error)
    return []
  }
  const videos = await listOwnVideos().catch(none)
  const films = await listFilms().catch(none)
  return [
    ...videos.map(({ key, name, bytes }) => ({ id: key, name, bytes, remove: () => forgetOwnVideo(key) })),
    ...films.map(({ key, name, bytes }) => ({
      id: `film-${key}`,
      name: ACCOUNT.filmOf(name),
      bytes,
      remove: () => removeFilm(key),
    })),
  ]
}
