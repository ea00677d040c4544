/** The variables that the function for statistics reads. lib/stats-api.ts sets them. */
export const statsVariables = ['LAKE_WORK_GROUP', 'LAKE_DATABASE'] as const;

export type StatsEnvironment = Record<(typeof statsVariables)[number], string>;
