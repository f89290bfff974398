import { RequestFailed } from './request-failed.ts'
import { COMMON } from './texts.ts'

/**
 * Returns a function that loads a part of the page once. After a failure, the next call tries again. Without a network
 * it rejects without calling `import()`, because browsers remember a failed import and never load that module again.
 */
export function loadPart<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  const start = async () => {
    // `navigator.onLine` does not exist while the build prerenders the page.
    if (navigator.onLine === false) throw new RequestFailed('OFFLINE', { message: COMMON.offline })
    return load()
  }
  return () => {
    loading ??= start().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
