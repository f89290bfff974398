/**
 * Constructed cases of clips that are transcribed as English without identifying their language: word confidences as a
 * transcriber might report them. They are modelled on the published samples of Amazon Transcribe (clear words near 1,
 * doubtful ones far below), not measured on its results. The resulting threshold is therefore halfway between the
 * groups, rounded down in favour of English.
 */
export interface ConfidenceCase {
  what: string
  isEnglish: boolean
  confidences: number[]
}

export const CONFIDENCE_CASES: ConfidenceCase[] = [
  {
    what: 'a studio voice',
    isEnglish: true,
    confidences: [1, 1, 0.999, 0.998, 1, 0.997, 1, 1, 0.985, 1, 0.996, 1],
  },
  {
    what: 'a phone on the table',
    isEnglish: true,
    confidences: [0.98, 0.91, 0.88, 0.95, 0.62, 0.97, 0.99, 0.71, 0.93, 0.9],
  },
  {
    what: 'a talk full of names of people and products',
    isEnglish: true,
    confidences: [0.99, 0.34, 0.41, 0.98, 0.97, 0.29, 0.52, 0.99, 0.95, 0.38, 0.98, 0.96],
  },
  {
    what: 'a strong accent in a hall',
    isEnglish: true,
    confidences: [0.83, 0.57, 0.91, 0.44, 0.68, 0.72, 0.95, 0.39, 0.77, 0.61],
  },
  {
    what: 'shouts over music',
    isEnglish: true,
    confidences: [0.71, 0.42, 0.88, 0.36, 0.93, 0.55, 0.63],
  },
  { what: 'two people at once', isEnglish: true, confidences: [0.94, 0.31, 0.48, 0.86, 0.77, 0.4, 0.69, 0.91, 0.55] },
  { what: 'a word alone', isEnglish: true, confidences: [0.33] },
  {
    what: 'Korean conversation',
    isEnglish: false,
    confidences: [0.21, 0.34, 0.18, 0.55, 0.29, 0.4, 0.13, 0.62, 0.27],
  },
  {
    what: 'Korean with English product names',
    isEnglish: false,
    confidences: [0.24, 0.97, 0.31, 0.19, 0.94, 0.28, 0.36, 0.22, 0.45],
  },
  { what: 'Japanese news', isEnglish: false, confidences: [0.31, 0.27, 0.44, 0.38, 0.19, 0.52, 0.33, 0.25] },
  {
    what: 'Spanish, whose words often resemble English ones',
    isEnglish: false,
    confidences: [0.48, 0.71, 0.35, 0.29, 0.66, 0.41, 0.22, 0.58, 0.3],
  },
  { what: 'a foreign song', isEnglish: false, confidences: [0.12, 0.33, 0.41, 0.08, 0.27, 0.51] },
]
