/** `specified`: answers as the specification says; `live`: as the live service was seen to answer. */
export type AnswerShape = 'specified' | 'live';
