import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FileIcon } from './icons.tsx'

interface DropTarget {
  /** Shown over the page while a file is dragged. */
  text: string
  onFiles(files: readonly File[], transfer: DataTransfer): void
}

/** The mounted components that take dropped files; the last one gets them. */
const targets: { readonly current: DropTarget }[] = []

/** Lets a component take files dropped anywhere on the page. */
export function useFileDrop(text: string, onFiles: DropTarget['onFiles'], takesFiles = true): void {
  const latest = useRef<DropTarget>({ text, onFiles })
  latest.current = { text, onFiles }
  useEffect(() => {
    if (!takesFiles) return
    targets.push(latest)
    return () => {
      targets.splice(targets.indexOf(latest), 1)
    }
  }, [takesFiles])
}

/** Makes the whole page a drop target, highlighted while a file is dragged over it. */
export function FileDrop() {
  const [text, setText] = useState<string>()
  const cover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const on = (kind: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
      window.addEventListener(kind, event => event.dataTransfer?.types.includes('Files') && handle(event), {
        signal: listening.signal,
      })
    const mark = ({ dataTransfer }: DragEvent) => {
      const target = findTarget()
      if (dataTransfer) dataTransfer.dropEffect = target ? 'copy' : 'none'
      setText(target?.text)
    }
    on('dragenter', mark)
    on('dragover', mark)
    // The cover receives all events, so leaving it is leaving the page.
    on('dragleave', ({ target }) => target === cover.current && setText(undefined))
    // Also uncovers if the file left before the cover was painted: pointer events show that no drag is going on.
    window.addEventListener('pointermove', () => setText(undefined), { signal: listening.signal })
    on('drop', ({ dataTransfer }) => {
      setText(undefined)
      if (dataTransfer && dataTransfer.files.length > 0) findTarget()?.onFiles([...dataTransfer.files], dataTransfer)
    })
    return () => listening.abort()
  }, [])
  if (text === undefined) return null
  return (
    <div ref={cover} className="file-drop" aria-hidden="true">
      <p>
        <FileIcon />
        {text}
      </p>
    </div>
  )
}

/** While a dialog is open, the page behind it takes no files. */
function findTarget(): DropTarget | undefined {
  return document.querySelector('dialog[open]') ? undefined : targets.at(-1)?.current
}

type InputProps = Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'multiple' | 'disabled' | 'onClick'>

interface FileButtonProps extends InputProps, Pick<ComponentProps<'label'>, 'className'> {
  kind?: 'primary' | 'soft' | 'outline'
  size?: 'small'
  /** Id of the text that describes the accepted files. */
  help?: string
  /** Called with the dropped files' `DataTransfer` during the drop event. */
  onFiles(files: readonly File[], transfer?: DataTransfer): void
  children: ReactNode
}

/** A button that lets the user choose files. */
export function FileButton({ kind, size, help, className = '', onFiles, children, ...input }: FileButtonProps) {
  return (
    <label className={`button ${className}`} data-kind={kind} data-size={size}>
      {children}
      <input
        {...input}
        className="visually-hidden"
        type="file"
        aria-describedby={help}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same file again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}

interface DropZoneProps extends Pick<FileButtonProps, 'accept' | 'multiple' | 'onClick' | 'onFiles'> {
  /** Invitation to drop a file; also shown over the page while one is dragged. */
  drop: string
  /** The same for touch screens, where files cannot be dropped. */
  pick?: string
  help: string
  /** Text of the button. */
  choose: string
  /** Shown instead of `drop` while files are read. */
  reading?: string | false
  takesDrops?: boolean
}

/** A box with a button to choose files. Files can be dropped anywhere on the page. */
export function DropZone({ drop, pick = drop, help, choose, reading, takesDrops, onFiles, ...input }: DropZoneProps) {
  const id = useId()
  useFileDrop(drop, onFiles, takesDrops !== false && !reading)
  return (
    <div className="drop-zone">
      <FileIcon />
      <p className="drop-title">
        {reading || (
          <>
            <span className="for-mouse">{drop}</span>
            <span className="for-touch">{pick}</span>
          </>
        )}
      </p>
      <p id={id} className="muted small">
        {help}
      </p>
      <FileButton {...input} kind="primary" help={id} disabled={Boolean(reading)} onFiles={onFiles}>
        {choose}
      </FileButton>
    </div>
  )
}
