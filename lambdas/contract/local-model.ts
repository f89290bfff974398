/** Whether a model id names a model on the user's own computer. In the local cloud, such a model replaces Bedrock. */
export function isLocalModel(id: string): boolean {
  return id.startsWith('local.')
}

/** How long such a model may write. Node's HTTP client waits five minutes for the first byte. */
export const LOCAL_ANSWER_MS = 280_000
