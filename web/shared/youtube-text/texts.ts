import type { YoutubeText } from '../../../lambdas/contract/youtube-text.ts'

export const YOUTUBE_TEXT = {
  title: 'YouTube용 글',
  intro: '자막을 바탕으로 YouTube 제목, 설명, 챕터를 한국어로 써 드려요.',
  write: '글 만들기',
  writeAgain: '다시 만들기',
  writing: '만드는 중...',
  patience: '자막을 읽고 있어요. 20초쯤 걸려요.',
  written: '글을 만들었어요.',
  heading: '제목',
  description: '설명과 챕터',
  descriptionOnly: '설명',
  copyTitle: '제목 복사',
  copyDescription: '설명과 챕터 복사',
  copyDescriptionOnly: '설명 복사',
  titleCopied: '제목을 복사했어요. YouTube에 붙여 넣어 주세요.',
  descriptionCopied: '설명과 챕터를 복사했어요. YouTube에 붙여 넣어 주세요.',
  descriptionOnlyCopied: '설명을 복사했어요. YouTube에 붙여 넣어 주세요.',
  notCopied: '복사하지 못했어요. 글을 직접 골라서 복사해 주세요.',
  outdated: '이 글을 만든 뒤에 자막을 고쳤어요. 다시 만들면 고친 자막으로 써 드려요.',
  kept: ' 위의 글은 그대로 쓸 수 있어요.',
  check: '올리기 전에 내용을 확인해 주세요.',
  most: (texts: number) => `토큰은 쓰지 않아요. ${texts}번까지 만들 수 있어요.`,
  left: (texts: number) => (texts > 0 ? `${texts}번 더 만들 수 있어요.` : '이 자막으로는 더 만들 수 없어요.'),
} as const

export const WITHOUT_CHAPTERS: Record<NonNullable<YoutubeText['withoutChapters']>, string> = {
  short: '30초보다 짧은 영상에는 YouTube 챕터를 넣을 수 없어서 제목과 설명만 만들었어요.',
  few: 'YouTube에 챕터를 넣으려면 10초 이상인 챕터가 3개는 있어야 해요. 이 영상에서는 그만큼 나누지 못해서 제목과 설명만 만들었어요.',
}
