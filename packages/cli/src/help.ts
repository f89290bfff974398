import type { Language } from './texts.ts'

const ENGLISH = `jamak COMMAND … [--help]

without a key and without a network:
  recut FILE [-o FILE] [--to FORMAT] [--profile NAME] [--json]   recuts a Korean subtitle by the rules
  inspect FILE [--profile NAME] [--json]                         counts the rules that its cues keep and break
  convert FILE --to FORMAT [-o FILE] [--frames RATE]             writes it in another format
  why FILE [--english FILE] [--cue N] [--json]                   lists each broken rule with its cue and the English
  cut WORDS [KOREAN.json] [-o FILE] [--to FORMAT] [--why] …      cuts cues from timed words and translated sentences

with a key from the account page:
  login [--url URL]                                              stores a key, read from the terminal or standard input
  quote FILE|URL… [--json]                                       shows what they cost
  submit FILE|URL… [--wait] [--out DIR] [--format FORMAT] [--profile NAME] [--track N] [--max-tokens N]
         [--script FILE] [--notes FILE] [--json]
  status [ID…] [--json]                                          shows submissions
  download ID… [--out DIR|-] [--format FORMAT]                   saves finished subtitles
  mcp                                                            serves these as tools for agents over standard input

A script is the English text of the speech; notes help the translation. Both are plain text.
FILE is an MP4 with English speech, or an English subtitle; - is standard input or output.
FORMAT: srt, vtt, smi, ass, ttml, txt, json, bilingual, fcpxml, markers …   NAME: standard, children, sdh, sdh-children, shorts
JAMAK_URL and JAMAK_KEY override what login stored.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 costs more than allowed, 4 unreachable, 130 interrupted
`

const KOREAN = `jamak 명령 … [--help]

키와 인터넷 없이:
  recut 파일 [-o 파일] [--to 형식] [--profile 이름] [--json]       한국어 자막을 규칙대로 다시 나눠요
  inspect 파일 [--profile 이름] [--json]                          지킨 규칙과 어긴 규칙을 세요
  convert 파일 --to 형식 [-o 파일] [--frames 레이트]               다른 형식으로 바꿔요
  why 파일 [--english 파일] [--cue N] [--json]                    어긴 규칙을 자막, 영어와 함께 보여 줘요
  cut 단어 [번역.json] [-o 파일] [--to 형식] [--why] …             시간이 있는 단어와 번역으로 자막을 만들어요

계정 페이지에서 만든 키로:
  login [--url 주소]                                              키를 저장해요 (터미널이나 표준 입력에서 읽어요)
  quote 파일|링크… [--json]                                       토큰이 얼마나 드는지 알려 줘요
  submit 파일|링크… [--wait] [--out 폴더] [--format 형식] [--profile 이름] [--track N] [--max-tokens N]
         [--script 파일] [--notes 파일] [--json]
  status [번호…] [--json]                                         맡긴 것을 보여 줘요
  download 번호… [--out 폴더|-] [--format 형식]                    완성된 자막을 저장해요
  mcp                                                             표준 입력으로 에이전트의 도구가 돼요

script는 영어 원고, notes는 번역에 도움이 되는 글이에요. 둘 다 텍스트 파일이에요.
파일은 영어 음성이 있는 MP4나 영어 자막이에요. - 는 표준 입력이나 출력이에요.
형식: srt, vtt, smi, ass, ttml, txt, json, bilingual, fcpxml, markers …   이름: standard, children, sdh, sdh-children, shorts
JAMAK_URL, JAMAK_KEY 환경 변수가 있으면 login 으로 저장한 것보다 먼저 써요.
끝 코드: 0 완료, 1 실패, 2 잘못된 사용, 3 비용 초과, 4 연결 안 됨, 130 중단
`

export const helpText = (language: Language): string => (language === 'ko' ? KOREAN : ENGLISH)
