/** Toss's codes of banks (https://docs.tosspayments.com/codes/org-codes). */
const BANKS: Record<string, string> = {
  '02': '한국산업은행',
  '03': 'IBK기업은행',
  '06': 'KB국민은행',
  '07': 'Sh수협은행',
  '11': 'NH농협은행',
  '12': '단위농협',
  '20': '우리은행',
  '23': 'SC제일은행',
  '27': '씨티은행',
  '31': 'iM뱅크',
  '32': '부산은행',
  '34': '광주은행',
  '35': '제주은행',
  '37': '전북은행',
  '39': '경남은행',
  '45': '새마을금고',
  '48': '신협',
  '50': '저축은행',
  '71': '우체국',
  '81': '하나은행',
  '88': '신한은행',
  '89': '케이뱅크',
  '90': '카카오뱅크',
  '92': '토스뱅크',
}

/** Name of a bank by Toss's code; the code itself where it is a new one. */
export function bankName(code: string): string {
  return BANKS[code] ?? `은행 ${code}`
}
