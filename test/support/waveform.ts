import type { JSHandle, Page } from 'playwright-core'

/** Waits until the editor shows the waveform of audible sound. */
export function waitForWaveform(page: Page): Promise<JSHandle> {
  return page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.waveform canvas')
    const pixels = canvas?.getContext('2d')?.getImageData(0, Math.round(canvas.height / 4), canvas.width, 1).data ?? []
    return [...pixels].filter((value, i) => i % 4 === 3 && value > 0).length > 5
  })
}
