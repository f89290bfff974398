/** A server of OpenAI's protocol on this machine or elsewhere. */
export interface Server {
  /** Base URL, such as `http://127.0.0.1:11434/v1`. */
  url: string
  /** Name of the model on that server. */
  model: string
  /** Bearer token, if the server requires one. */
  key?: string
}

type Env = Record<string, string | undefined>

/**
 * The language model servers that replace Bedrock, the preferred one first: `MODEL_SERVER_URL`, `_MODEL` and `_KEY`, and where
 * these are empty the variables that OpenAI's clients read.
 */
export function readModelServers(env: Env): Server[] {
  return readServers(
    env.MODEL_SERVER_URL || env.OPENAI_BASE_URL,
    env.MODEL_SERVER_MODEL || env.OPENAI_MODEL,
    // OPENAI_API_KEY belongs to OpenAI's servers, so it is not sent to MODEL_SERVER_URL.
    env.MODEL_SERVER_KEY || (env.MODEL_SERVER_URL ? undefined : env.OPENAI_API_KEY),
  )
}

/** The model that checks the meaning of translations on the first server: `MODEL_SERVER_CHECK_MODEL`. */
export function readCheckingServer(env: Env): Server | undefined {
  const [server] = readModelServers(env)
  const model = env.MODEL_SERVER_CHECK_MODEL?.trim()
  return server && model ? { ...server, model } : undefined
}

/** Bedrock's id for the model of a server. */
export function localModelId({ model }: Server): string {
  return `local.${model.replace(/[^\w.-]+/g, '-') || 'model'}`
}

/** The transcription servers that replace the speech model, the preferred one first: `SPEECH_SERVER_URL`, `_MODEL` and `_KEY`. */
export function readSpeechServers(env: Env): Server[] {
  return readServers(env.SPEECH_SERVER_URL, env.SPEECH_SERVER_MODEL, env.SPEECH_SERVER_KEY)
}

/** Splits lists at commas or spaces. Servers beyond the end of the list of models or keys get its last one. */
function readServers(urls = '', models = '', keys = ''): Server[] {
  const [url, model, key] = [urls, models, keys].map(list => list.split(/[\s,]+/).filter(Boolean))
  return (url ?? []).map((each, i) => {
    const secret = key?.[i] ?? key?.at(-1)
    return { url: each.replace(/\/$/, ''), model: model?.[i] ?? model?.at(-1) ?? '', ...(secret && { key: secret }) }
  })
}
