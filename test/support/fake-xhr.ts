export interface SentRequest {
  method: string
  url: string
  body: FormData | Blob
}

/** The part of `XMLHttpRequest` that uploads use; `answer` is the status, or `lost` for a broken network. */
export function fakeXhr(answer: (request: SentRequest) => number | 'lost') {
  const sent: SentRequest[] = []
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number }) => void } = {}
    status = 0
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    private method = ''
    private url = ''

    open(method: string, url: string): void {
      this.method = method
      this.url = url
    }

    send(body: FormData | Blob): void {
      const request = { method: this.method, url: this.url, body }
      sent.push(request)
      queueMicrotask(() => {
        const outcome = answer(request)
        if (body instanceof Blob) this.upload.onprogress?.({ loaded: body.size })
        if (outcome === 'lost') this.onerror?.()
        else {
          this.status = outcome
          this.onload?.()
        }
        this.onloadend?.()
      })
    }

    abort(): void {
      this.onabort?.()
      this.onloadend?.()
    }
  }
  return { sent, FakeRequest }
}
