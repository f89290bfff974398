import {
  cuesFromSentences,
  formatSrt,
  inspectCues,
  koreanProfile,
  sentencesFromTranscript,
  transcriptFromAmazon,
} from '#subtitle-engine'
import { standInTranslations, transcribedSpeech } from '../../../packages/subtitle-engine/test/support/speech.ts'

/** Measures words -> sentences -> cues -> SRT: `<minutes> <runs>`. The first run is a warm-up. */
const [minutes, runs] = process.argv.slice(2).map(Number)
const json = transcribedSpeech(11, minutes ?? 1)
const translations = standInTranslations(sentencesFromTranscript(transcriptFromAmazon(json)), 11)
const times: number[] = []
const cpu: number[] = []
let result = { words: 0, cues: 0, share: 0 }
for (let run = 0; run <= (runs ?? 1); run += 1) {
  globalThis.gc?.()
  const start = performance.now()
  const cpuBefore = process.threadCpuUsage()
  const transcript = transcriptFromAmazon(json)
  const sentences = sentencesFromTranscript(transcript)
  const cues = cuesFromSentences(sentences, translations, koreanProfile)
  const srt = formatSrt(cues)
  const used = process.threadCpuUsage(cpuBefore)
  if (run > 0 && srt.length > 0) {
    times.push(performance.now() - start)
    cpu.push((used.user + used.system) / 1000)
  }
  if (run === 0) {
    const { share } = inspectCues(cues, koreanProfile, sentences)
    result = { words: transcript.words.length, cues: cues.length, share }
  }
}
console.log(JSON.stringify({ ...result, times, cpu, peakMb: process.resourceUsage().maxRSS / 1e3 }))
