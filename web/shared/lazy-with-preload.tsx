import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { Failed, Loading } from './layout/states.tsx'
import { loadPart } from './load-part.ts'

type Part<Props, More> = { default: ComponentType<Props> } & More
type Preloadable<Props, More> = ComponentType<Props> & { preload(): Promise<Part<Props, More>> }

/**
 * `React.lazy` with its own fallback, `preload` and retry. A preloaded component renders immediately; React would show
 * the fallback first and keep it for 300 ms. If loading fails, shows the reason and a retry button.
 */
export function lazyWithPreload<Props extends object, More = unknown>(
  load: () => Promise<Part<Props, More>>,
  fallback: ReactNode = null,
): Preloadable<Props, More> {
  let Loaded: ComponentType<Props> | undefined
  const preload = loadPart(async () => {
    const module = await load()
    Loaded = module.default
    return module
  })
  const createLazy = () =>
    lazy(() =>
      preload().catch((cause: unknown) => {
        throw new LoadFailed(cause)
      }),
    )
  let Lazy: ComponentType<Props> = createLazy()

  function LazyWithPreload(props: Props) {
    const [Shown, setShown] = useState(() => Loaded ?? Lazy)
    const [tries, setTries] = useState(0)
    if (Shown === Loaded) return <Shown {...props} />
    const retry = () => {
      Lazy = createLazy()
      setShown(() => Lazy)
      setTries(tries + 1)
    }
    return (
      <LoadBoundary key={tries} onRetry={retry}>
        <Suspense fallback={fallback}>
          <Shown {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
  return Object.assign(LazyWithPreload, { preload })
}

/** A screen in a file of its own. */
export const lazyScreen = (load: () => Promise<Part<object, unknown>>) => lazyWithPreload(load, <Loading />)

class LoadFailed extends Error {
  constructor(cause: unknown) {
    super('a part of the page could not be loaded', { cause })
    this.name = 'LoadFailed'
  }
}

interface LoadBoundaryProps {
  onRetry: () => void
  children: ReactNode
}

/** Offers a retry if loading failed; rethrows errors of the loaded component. */
class LoadBoundary extends Component<LoadBoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!(error instanceof LoadFailed)) throw error
    return <Failed error={error.cause} onRetry={this.props.onRetry} />
  }
}
