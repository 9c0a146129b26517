/** Names of the providers of social logins; a provider that this page lacks keeps its name on the wire. */
const NAMES: Readonly<Record<string, string>> = {
  GOOGLE: 'Google',
  FACEBOOK: 'Facebook',
  APPLE: 'Apple',
  HUAWEI: 'Huawei',
}
export const providerName = (social: string): string => NAMES[social] ?? social
