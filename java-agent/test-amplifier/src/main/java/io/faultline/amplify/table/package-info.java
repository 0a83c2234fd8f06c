/** Tables in files, as both programs and {@code faultline} read and write them. */
package io.faultline.amplify.table;
