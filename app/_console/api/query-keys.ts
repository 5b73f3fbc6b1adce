/** Key of the query of the user's background exports, which lists start and the bell shows. */
export const exportJobsKey = ['exportJobs'] as const;
