/** Address of the stylesheet that signed-in screens add; put in by the build. */
declare const MEMBER_STYLES: string
