/** Why a video is not stored, and what to do. */
export const OWN_VIDEO = {
  full: '이 기기에 공간이 부족해서 영상을 저장하지 못했어요. 계정에서 전에 저장한 영상을 지워 주세요. 지금은 편집할 때 파일을 다시 열면 돼요.',
  unreadable: '이 영상은 이 브라우저에 저장하지 못했어요. 편집할 때 파일을 다시 열어 주세요.',
} as const
