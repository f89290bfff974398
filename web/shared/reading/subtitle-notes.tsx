import type { Note } from '#subtitle-engine'
import { count } from '../format.ts'
import { notesByKind, READING } from './texts.ts'

/** Maximum notes of a kind that are listed. */
const MOST_LISTED = 50

/** Shows what the reader of a subtitle left out or assumed: a sentence for each kind of note, which unfolds to its lines. */
export default function SubtitleNotes({ notes }: { notes: readonly Note[] }) {
  return notesByKind(notes).map(({ text, notes: own }) =>
    own.length === 0 ? (
      <p key={text} className="small">
        {text}
      </p>
    ) : (
      <details key={text} className="small">
        <summary>{text}</summary>
        <ul>
          {own.slice(0, MOST_LISTED).map((note, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes of a line may have the same text.
            <li key={i}>{READING.line(note.line, note.text)}</li>
          ))}
        </ul>
        {own.length > MOST_LISTED && <p>{READING.more(count(own.length - MOST_LISTED))}</p>}
      </details>
    ),
  )
}
