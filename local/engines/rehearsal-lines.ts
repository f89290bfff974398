/** A line of the rehearsal, and its Korean in both registers. */
interface RehearsalLine {
  english: string
  formal: string
  informal: string
}

/**
 * Lines for every length of speech, from one word to about seven seconds. All of them say that nothing was understood.
 */
export const REHEARSAL_LINES: readonly RehearsalLine[] = [
  { english: 'Speech.', formal: '말소리예요.', informal: '말소리야.' },
  { english: 'Talking.', formal: '말하고 있어요.', informal: '말하고 있어.' },
  { english: 'No model yet.', formal: '아직 모델이 없어요.', informal: '아직 모델이 없어.' },
  { english: 'A voice.', formal: '목소리예요.', informal: '목소리야.' },
  { english: 'Someone speaks.', formal: '누군가 말해요.', informal: '누군가 말해.' },
  { english: 'A voice here.', formal: '여기 목소리가 있어요.', informal: '여기 목소리가 있어.' },
  { english: 'Someone is speaking.', formal: '누군가 말하고 있어요.', informal: '누군가 말하고 있어.' },
  { english: 'No speech model here.', formal: '음성 인식 모델이 없어요.', informal: '음성 인식 모델이 없어.' },
  { english: 'This is a rehearsal.', formal: '이건 연습용 자막이에요.', informal: '이건 연습용 자막이야.' },
  {
    english: 'No speech model is installed.',
    formal: '음성 인식 모델이 설치되지 않았어요.',
    informal: '음성 인식 모델이 설치되지 않았어.',
  },
  {
    english: 'Someone is speaking right here.',
    formal: '바로 여기서 누군가 말하고 있어요.',
    informal: '바로 여기서 누군가 말하고 있어.',
  },
  {
    english: 'This line only marks a voice.',
    formal: '이 줄은 목소리 자리만 나타내요.',
    informal: '이 줄은 목소리 자리만 나타내.',
  },
  {
    english: 'The real words are not known.',
    formal: '실제로 무슨 말인지는 알 수 없어요.',
    informal: '실제로 무슨 말인지는 알 수 없어.',
  },
  {
    english: 'This is a rehearsal without a model.',
    formal: '모델 없이 해 보는 자막 연습이에요.',
    informal: '모델 없이 해 보는 자막 연습이야.',
  },
  {
    english: 'Speech was found here, but not understood.',
    formal: '말소리는 찾았지만 알아듣지는 못했어요.',
    informal: '말소리는 찾았지만 알아듣지는 못했어.',
  },
  {
    english: 'Someone speaks now, and no model is listening.',
    formal: '지금 누군가 말하지만 알아들을 모델이 없어요.',
    informal: '지금 누군가 말하지만 알아들을 모델이 없어.',
  },
  {
    english: 'The times are real, but the words are not.',
    formal: '시간은 진짜지만 글은 진짜가 아니에요.',
    informal: '시간은 진짜지만 글은 진짜가 아니야.',
  },
  {
    english: 'Install a speech model to read what is said.',
    formal: '음성 인식 모델을 설치하면 무슨 말인지 읽을 수 있어요.',
    informal: '음성 인식 모델을 설치하면 무슨 말인지 읽을 수 있어.',
  },
  {
    english: 'No speech model is installed; this line marks where someone speaks.',
    formal: '음성 인식 모델이 없어서 누군가 말하는 자리만 표시해요.',
    informal: '음성 인식 모델이 없어서 누군가 말하는 자리만 표시해.',
  },
  {
    english: 'This line marks a place where someone in the video speaks.',
    formal: '이 줄은 영상에서 누군가 말하는 자리를 나타내요.',
    informal: '이 줄은 영상에서 누군가 말하는 자리를 나타내.',
  },
  {
    english: 'Someone speaks here for a while, but there is no model to understand it.',
    formal: '누군가 한동안 말하지만, 그 말을 알아들을 모델이 없어요.',
    informal: '누군가 한동안 말하지만, 그 말을 알아들을 모델이 없어.',
  },
  {
    english: 'The subtitles fit the voice in time, and a speech model will add the words.',
    formal: '자막은 목소리에 시간을 맞췄고, 말은 음성 인식 모델을 설치하면 채워져요.',
    informal: '자막은 목소리에 시간을 맞췄고, 말은 음성 인식 모델을 설치하면 채워져.',
  },
  {
    english: 'This is a rehearsal of the whole way, from the voice in the video to the subtitle.',
    formal: '영상의 목소리가 자막이 되기까지의 모든 과정을 미리 해 보는 연습이에요.',
    informal: '영상의 목소리가 자막이 되기까지의 모든 과정을 미리 해 보는 연습이야.',
  },
  {
    english: 'As long as no speech model is installed, every line only says that someone is speaking here.',
    formal: '음성 인식 모델을 설치하기 전까지는 누군가 말한다는 것만 줄마다 알려 드려요.',
    informal: '음성 인식 모델을 설치하기 전까지는 누군가 말한다는 것만 줄마다 알려 줘.',
  },
]
