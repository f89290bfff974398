import type { FailureCode } from './archive-entry.ts'

/** What a person reads on a failed entry and in its mail: what happened, and what to do next. */
export const FAILURE_TEXT: Record<FailureCode, string> = {
  NO_AUDIO: '영상에 소리가 없어요. 소리가 있는 영상인지 확인해 주세요.',
  NOT_A_VIDEO: 'MP4 파일이 아니에요. MP4 파일로 다시 올려 주세요.',
  DAMAGED_VIDEO: '파일이 끝까지 온전하지 않아요. 원본을 확인하고 다시 올려 주세요.',
  UNSUPPORTED_AUDIO: '이 영상의 소리 형식은 아직 읽지 못해요. 소리를 AAC 형식으로 바꿔서 다시 올려 주세요.',
  TOO_LONG: '4시간이 넘는 영상은 아직 만들지 못해요. 나누어서 올려 주세요.',
  NO_SPEECH: '영어 음성을 찾지 못했어요.',
  NOT_ENGLISH: '영어 음성을 찾지 못했어요. 지금은 영어 영상만 자막으로 만들 수 있어요.',
  INSUFFICIENT_TOKENS: '영상이 알려 준 길이보다 길어서 토큰이 부족했어요. 토큰을 충전하고 다시 올려 주세요.',
  UPLOAD_NEVER_CAME: '영상이 끝까지 올라오지 않았어요. 다시 올려 주세요.',
  ENGINE_ERROR: '자막을 만드는 중에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
  TIMED_OUT: '시간이 너무 오래 걸려서 멈췄어요. 잠시 후 다시 시도해 주세요.',
  ABORTED: '작업이 중단됐어요. 잠시 후 다시 시도해 주세요.',
  DELETED: '요청하신 대로 영상을 지웠어요.',
  YOUTUBE_OFF: '지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.',
  YOUTUBE_BLOCKED: 'YouTube가 영상을 내어 주지 않았어요. MP4 파일로 올려 주세요.',
  YOUTUBE_UNAVAILABLE:
    '영상을 찾을 수 없어요. 비공개이거나 삭제된 영상일 수 있어요. 가진 영상이면 MP4 파일로 올려 주세요.',
  YOUTUBE_LIVE: '실시간 영상은 끝난 뒤에 자막을 만들 수 있어요. 녹화한 영상이 있으면 MP4 파일로 올려 주세요.',
  YOUTUBE_AGE_RESTRICTED: '나이 제한이 있는 영상이라 가져오지 못했어요. MP4 파일로 올려 주세요.',
  YOUTUBE_TOO_LONG: '영상이 너무 길거나 커서 가져오지 못했어요. 4시간이 넘지 않게 나누어서 MP4 파일로 올려 주세요.',
  YOUTUBE_TOOL_MISSING: '지금은 YouTube 영상을 가져올 수 없어요. MP4 파일로 올려 주세요.',
  INTERNAL: '자막을 만드는 중에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
}

/** The sentence that follows a failure's reason where tokens went back. */
export function refundText(tokens: number): string {
  return `자막을 만들지 못해서 토큰 ${tokens}개를 돌려 드렸어요.`
}
