/** How a provider of social logins is called; the name on the wire is kept for one that this page does not know. */
const NAMES: Readonly<Record<string, string>> = {
  GOOGLE: 'Google',
  FACEBOOK: 'Facebook',
  APPLE: 'Apple',
  HUAWEI: 'Huawei',
}
export const providerName = (social: string): string => NAMES[social] ?? social
