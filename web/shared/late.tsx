import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

/** `load` loads the component before it is rendered, so that it stands there at once. */
type LateComponent<Props> = ComponentType<Props> & { load(): Promise<unknown> }

/**
 * A component that is loaded when it is first rendered, and shown as soon as it is there. `React.lazy` waits until 300 ms
 * after the last fallback, for each nested component again, so three nested ones take most of a second. A failure to load
 * is thrown to the error boundary above.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): LateComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let Loaded: ComponentType<Props> | undefined
  const start = () => {
    loading ??= load().then(module => {
      Loaded = module.default
      return Loaded
    })
    return loading
  }

  function Late(props: Props) {
    const [state, setState] = useState<{ error?: unknown; isThere: boolean }>({ isThere: Loaded !== undefined })
    useEffect(() => {
      if (Loaded) return setState({ isThere: true })
      let isGone = false
      start().then(
        // As a transition, so that a large screen is rendered in slices of 5 ms.
        () => !isGone && startTransition(() => setState({ isThere: true })),
        (error: unknown) => {
          loading = undefined
          if (!isGone) setState({ isThere: false, error })
        },
      )
      return () => {
        isGone = true
      }
    }, [])
    if (state.error) throw state.error
    return Loaded ? <Loaded {...props} /> : fallback
  }
  return Object.assign(Late, { load: start })
}

/** Adds a stylesheet after the others and resolves once it is loaded. */
export function addStylesheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} could not be loaded`))
    }
    document.head.append(link)
  })
}
