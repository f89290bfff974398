/** What each key does, by what the user wants to do. */
export const KEYS = {
  /** Between keys that do the same. */
  or: ' 또는 ',
  groups: { play: '재생', move: '이동', edit: '고치기', rest: '그 밖에' },
  play: [
    ['Alt+K 또는 스페이스', '재생, 멈춤'],
    ['Alt+J', '2초 뒤로'],
    ['← →', '1초 뒤로 / 앞으로 (Shift: 5초)'],
    [', .', '한 프레임 뒤로 / 앞으로'],
    ['< >', '느리게 / 빠르게'],
    ['Alt+L', '이 자막 반복'],
    ['Alt+P', '재생 따라가기 켜고 끄기'],
  ],
  move: [
    ['F8 또는 Alt+↓', '다음 확인할 곳'],
    ['Shift+F8 또는 Alt+↑', '이전 확인할 곳'],
    ['↑ ↓', '이전 문장 / 다음 문장'],
    ['Home End', '첫 문장 / 마지막 문장'],
    ['G 또는 Alt+O', '지금 말하는 문장 열기'],
    ['Esc', '글상자에서 나가기'],
  ],
  rest: [
    ['Alt+C', '고치기 전 자막과 비교'],
    ['? 또는 F1', '단축키 보기'],
  ],
  /** Keys for users who may edit. */
  edit: [
    ['Ctrl+Enter', '확인하고 다음으로 (제안도 반영)'],
    ['[ ] 또는 Alt+[ Alt+]', '시작 / 끝을 재생 위치로'],
    ['Alt+, Alt+.', '시작을 한 프레임 앞당기기 / 늦추기 (Shift: 0.1초)'],
    ['Enter', '글 고치기 (글상자에서는 줄 바꾸기, 두\u00a0번:\u00a0다음\u00a0자막)'],
    ['Alt+S', '커서에서 문장 나누기'],
    ['Alt+M', '다음 문장과 합치기'],
    ['Insert, Delete', '뒤에 추가 / 지우기 (글상자 밖에서)'],
    ['Ctrl+Z, Ctrl+Shift+Z', '되돌리기 / 다시 하기'],
    ['Ctrl+S', '지금 저장 (누르지 않아도 저장돼요)'],
    ['Ctrl+F', '찾아 바꾸기'],
    ['Alt+T', '시간 이동'],
  ],
} as const
