/** Key of `localStorage` under which the session of the local cloud keeps its tokens. */
export const LOCAL_TOKENS_KEY = 'jamak.local-tokens'
