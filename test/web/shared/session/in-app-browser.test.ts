import { describe, expect, it } from 'vitest'
import { isEmbedded } from '#local-aws/cognito/embedded.ts'
import { findInAppBrowser } from '../../../../web/shared/session/in-app-browser.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S921N Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PAGE = new URL('https://jamak.example/?link=https%3A%2F%2Fyoutu.be%2Fabc')
const INTENT =
  'intent://jamak.example/?link=https%3A%2F%2Fyoutu.be%2Fabc#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end'
const KAKAO =
  'kakaotalk://web/openExternal?url=https%3A%2F%2Fjamak.example%2F%3Flink%3Dhttps%253A%252F%252Fyoutu.be%252Fabc'
const LINE = 'https://jamak.example/?link=https%3A%2F%2Fyoutu.be%2Fabc&openExternalBrowser=1'

describe('the browser inside an app', () => {
  it.each([
    [`${ANDROID};KAKAOTALK 2410670`, '카카오톡', KAKAO],
    [`${IPHONE} Mobile/15E148 KAKAOTALK/10.8.0 (INAPP)`, '카카오톡', KAKAO],
    [`${IPHONE} Mobile/15E148 Safari Line/14.5.0`, '라인', LINE],
    [`${ANDROID} NAVER(inapp; search; 2000; 12.8.5)`, '네이버 앱', INTENT],
    [`${ANDROID} Instagram 330.0.0.40.92 Android`, '인스타그램', INTENT],
    [`${IPHONE} Mobile/15E148 Instagram 330.0.0.40`, '인스타그램', undefined],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/459.0]`, '페이스북', undefined],
    [ANDROID, '이 앱', INTENT],
    [`${IPHONE} Mobile/15E148`, '이 앱', undefined],
  ])('is recognized by %s as %s, with its way to the outside browser, and Google refuses it', (agent, app, outside) => {
    expect(findInAppBrowser(agent, PAGE)).toEqual({ app, outside })
    expect(isEmbedded(agent)).toBe(true)
  })

  it.each([
    `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`,
    `${IPHONE} CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`,
    ANDROID.replace('; wv', '').replace('Version/4.0 ', ''),
    'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
  ])('is not assumed for %s', agent => {
    expect(findInAppBrowser(agent, PAGE)).toBeUndefined()
    expect(isEmbedded(agent)).toBe(false)
  })
})
